/** Fields for the objects of LwM2M devices, their instances, and the resources that are stored. */

import { createResourceCalls } from '@sonde/client/resources/resource-calls'
import type { Lwm2mObject } from '@sonde/model/resources/resource'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormCard } from '../../../device-profiles/form-card.tsx'
import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { ComboField } from '../../../ui/field/combo-field.tsx'
import { LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText } from '../../../ui/field/field-places.tsx'
import { CheckField, TextField } from '../../../ui/field/text-field.tsx'
import { LimitFields } from './lwm2m-limit-fields.tsx'
import {
  instanceMax,
  type Lwm2mResourcesDraft,
  partsOfPath,
  pathOf,
  withChoice,
  withoutObject,
} from './lwm2m-resources-input.ts'

/** Maximum number of choices offered at a time. */
const choicesMax = 50

interface ResourceFieldsProps {
  readonly draft: Lwm2mResourcesDraft
  readonly onChange: (draft: Lwm2mResourcesDraft) => void
}

export function Lwm2mResourceFields({ draft, onChange }: ResourceFieldsProps) {
  const t = useText()
  const { rest } = useClient()
  const resources = useMemo(() => createResourceCalls(rest), [rest])
  const keyIds = Object.keys(draft.instances)
  const { data: models, isError } = useQuery({
    queryKey: ['resources', 'lwm2m', [...keyIds].sort()],
    enabled: keyIds.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      resources.lwm2mObjects(
        keyIds,
        { sortProperty: 'id', sortOrder: 'ASC' },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
  return (
    <>
      <ComboField
        label={t('deviceProfiles.objects')}
        help={t('deviceProfiles.objectsHelp')}
        source={['resources', 'lwm2m', 'choices']}
        staysOpen
        value={null}
        load={async (textSearch, signal) => {
          const link = { page: 0, pageSize: choicesMax, textSearch } as const
          const found = await resources.lwm2mPage(link, { signal, ignoreErrors: true, ignoreLoading: true })
          return found.map(({ keyId, name }) => ({ value: keyId, label: name, note: keyId.replace('_', ' v') }))
        }}
        onChange={(option) =>
          option &&
          !draft.instances[option.value] &&
          onChange({ ...draft, instances: { ...draft.instances, [option.value]: [0] } })
        }
      />
      {isError && <p className="sd-form-empty">{t('deviceProfiles.modelsFailed')}</p>}
      <div className="sd-form-list">
        {keyIds.length === 0 && <p className="sd-form-empty">{t('deviceProfiles.noObjects')}</p>}
        {keyIds.map((keyId) => (
          <ObjectCard
            key={keyId}
            keyId={keyId}
            model={models?.find((one) => one.keyId === keyId)}
            isModelMissing={models !== undefined && !models.some((one) => one.keyId === keyId)}
            draft={draft}
            onChange={onChange}
          />
        ))}
        {keyIds.length > 0 && <p className="sd-xs sd-text-3">{t('deviceProfiles.objectKept')}</p>}
      </div>
    </>
  )
}

interface ObjectCardProps extends ResourceFieldsProps {
  readonly keyId: string
  readonly model: Lwm2mObject | undefined
  readonly isModelMissing: boolean
}

/** Resource in the list: from the object's model, or only known from stored settings. */
interface ListedResource {
  readonly id: number
  readonly name: string
  readonly keyName: string
}

function ObjectCard({ keyId, model, isModelMissing, draft, onChange }: ObjectCardProps) {
  const t = useText()
  const instances = draft.instances[keyId] ?? []
  const name = model?.name ?? t('deviceProfiles.objectNumber', { id: keyId.replace('_', ' v') })
  const retained = Object.entries(draft.resources).filter(([path]) => partsOfPath(path)?.keyId === keyId)
  const isOne = instances.length <= 1

  /** Resources of the model, and other resources in the stored settings. */
  function listed(instance: number): readonly ListedResource[] {
    const ofModel = model?.instances[0]?.resources ?? []
    const others = retained
      .map(([path]) => partsOfPath(path))
      .flatMap((parts) => (parts?.instance === instance ? [parts.resource] : []))
      .filter((id) => !ofModel.some((one) => one.id === id))
    return [
      ...ofModel,
      ...others.map((id) => ({ id, name: t('deviceProfiles.resourceNumber', { id }), keyName: '' })),
    ].sort((a, b) => a.id - b.id)
  }

  return (
    <FormCard
      at={`resources./${keyId}`}
      title={
        <>
          {name} {model && <span className="sd-text-3 sd-mono">{keyId.replace('_', ' v')}</span>}
        </>
      }
      summary={
        retained.length > 0 && (
          <span className="sd-form-card-names">{retained.map(([, { keyName }]) => keyName).join(', ')}</span>
        )
      }
      startsOpen={retained.length === 0}
      removeLabel={t('deviceProfiles.removeObject', { name })}
      onRemove={() => onChange(withoutObject(draft, keyId))}
    >
      {isModelMissing && <p className="sd-form-empty">{t('deviceProfiles.modelMissing')}</p>}
      <LimitFields
        path={`/${keyId}`}
        label={t('deviceProfiles.limitsOfObject')}
        help={t('deviceProfiles.limitsOfObjectHelp')}
        draft={draft}
        onChange={onChange}
      />
      {instances.map((instance) => (
        <div key={instance} className="sd-resource-instance">
          {(!isOne || model?.multiple) && (
            <div className="sd-condition-head">
              <span>{t('deviceProfiles.instance', { id: instance })}</span>
              {!isOne && (
                <IconButton
                  size="sm"
                  label={t('deviceProfiles.removeInstance', { id: instance })}
                  icon={<Trash2 size={16} strokeWidth={2} />}
                  onClick={() => onChange(withoutObject(draft, keyId, instance))}
                />
              )}
            </div>
          )}
          {(!isOne || model?.multiple || draft.limits[`/${keyId}/${instance}`]) && (
            <LimitFields
              path={`/${keyId}/${instance}`}
              label={t('deviceProfiles.limitsOfInstance', { id: instance })}
              help={t('deviceProfiles.limitsOfInstanceHelp')}
              draft={draft}
              onChange={onChange}
            />
          )}
          {listed(instance).map((resource) => (
            <ResourceRow
              key={resource.id}
              path={pathOf(keyId, instance, resource.id)}
              resource={resource}
              draft={draft}
              onChange={onChange}
            />
          ))}
        </div>
      ))}
      {model?.multiple && (
        <NewInstance
          taken={instances}
          onAdd={(id) =>
            onChange({
              ...draft,
              instances: { ...draft.instances, [keyId]: [...instances, id].sort((a, b) => a - b) },
            })
          }
        />
      )}
    </FormCard>
  )
}

function NewInstance({ taken, onAdd }: { taken: readonly number[]; onAdd: (id: number) => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = wholeNumber(text, 0, instanceMax)
  const id = typed !== undefined && !taken.includes(typed) ? typed : undefined
  return (
    <div className="sd-form-row" data-removable>
      <TextField
        label={t('deviceProfiles.instanceNumber')}
        inputMode="numeric"
        value={text}
        error={isTried && id === undefined ? t('deviceProfiles.instanceInvalid') : undefined}
        onChange={setText}
      />
      <IconButton
        label={t('deviceProfiles.addInstance')}
        icon={<Plus size={18} strokeWidth={1.75} />}
        onClick={() => {
          setTried(id === undefined)
          if (id === undefined) return
          onAdd(id)
          setText('')
        }}
      />
    </div>
  )
}

interface ResourceRowProps extends ResourceFieldsProps {
  readonly path: string
  readonly resource: ListedResource
}

function ResourceRow({ path, resource, draft, onChange }: ResourceRowProps) {
  const t = useText()
  const { id, name, keyName } = resource
  const choice = draft.resources[path]
  const set = (change: Parameters<typeof withChoice>[2]) => onChange(withChoice(draft, path, change, keyName))
  const marks = ['attribute', 'telemetry', 'observe'] as const
  return (
    <LabeledGroup className="sd-resource" label={name}>
      <span className="sd-resource-name">
        {name} {keyName !== '' && <span className="sd-text-3 sd-mono">{id}</span>}
      </span>
      <div className="sd-resource-marks">
        {marks.map((mark) => (
          <CheckField
            key={mark}
            label={t(`deviceProfiles.${mark}`)}
            isChecked={choice?.[mark] === true}
            isDisabled={mark === 'observe' && choice === undefined}
            onChange={(isOn) => set({ [mark]: isOn })}
          />
        ))}
      </div>
      {choice && (
        <>
          <PlacedText
            at={`resources.${path}.keyName`}
            label={t('deviceProfiles.keyOf', { name })}
            isMono
            value={choice.keyName}
            onChange={(next) => set({ keyName: next })}
          />
          <LimitFields path={path} label={t('deviceProfiles.limits')} draft={draft} onChange={onChange} />
        </>
      )}
    </LabeledGroup>
  )
}
