/** Chooses an alias of the dashboard, or an entity that gets an alias. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { canBeDevice } from '@sonde/model/dashboards/device-aliases'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { own } from '@sonde/model/own'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useContext, useState } from 'react'
import type { PickedEntity } from '../../../../entities/entity-picker.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { useClient } from '../../../../session/use-session.tsx'
import { ComboField, type ComboOption } from '../../../../ui/field/combo-field.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { EmbedContext } from '../../../actions/action-context.ts'
import { useAlias } from '../../../dashboard-context.tsx'
import type { Editor } from '../../use-editor.ts'
import { ChooseEntityDialog } from './choose-entity-dialog.tsx'

const AliasesDialog = lazyComponent(() => import('../../aliases/aliases-dialog.tsx'), 'AliasesDialog')

interface AliasFieldProps {
  readonly editor: Editor
  readonly label: string
  readonly aliases: JsonObject
  /** Null: none. */
  readonly value: string | null
  /** Name of an entity that the widget has instead of an alias. */
  readonly entityName?: string | null
  readonly onAlias: (aliasId: string) => void
  readonly onEntity: (entity: PickedEntity) => void
  /** Offers only aliases that can be devices. */
  readonly isDevice?: boolean
  readonly isOptional?: boolean
  readonly onClear?: () => void
}

/** Values of the options that open a dialog; no alias has them, since ids of aliases are UUIDs. */
const chooses = 'choose'
const creates = 'create'

export const aliasName = (aliases: JsonObject, id: string): string | null => textOf(objectOf(own(aliases, id)).alias)

export function AliasField({
  editor,
  label,
  aliases,
  value,
  entityName = null,
  onAlias,
  onEntity,
  isDevice = false,
  isOptional,
  onClear,
}: AliasFieldProps) {
  const t = useText()
  const [open, setOpen] = useState<'entity' | 'alias' | null>(null)
  const close = () => setOpen(null)
  const stateParams = useContext(EmbedContext)?.params ?? {}
  const name = value === null ? null : aliasName(aliases, value)
  const isGone = value !== null && name === null
  const note = useAliasNote(value)
  const options = Object.keys(aliases)
    .filter((id) => !isDevice || canBeDevice(objectOf(objectOf(own(aliases, id)).filter)))
    .map((id): ComboOption => ({ value: id, label: aliasName(aliases, id) ?? id }))
  const last: readonly ComboOption[] = [
    { value: chooses, label: t(isDevice ? 'widgetData.chooseDevice' : 'widgetData.chooseEntity') },
    { value: creates, label: t('widgetData.createAlias') },
  ]

  return (
    <>
      <ComboField
        label={label}
        source={['widgetAliases', options, last]}
        load={async (text) => [
          ...options.filter((one) => one.label.toLowerCase().includes(text.toLowerCase())),
          ...last,
        ]}
        value={
          value !== null
            ? { value, label: name ?? t('widgetData.aliasGone') }
            : entityName !== null
              ? { value: '', label: entityName }
              : null
        }
        isOptional={isOptional}
        help={note}
        error={
          isGone
            ? t('widgetData.aliasUnknown')
            : value === null && entityName === null && !isOptional
              ? t('widgetData.aliasMissing')
              : undefined
        }
        onChange={(option) => {
          if (option?.value === chooses) setOpen('entity')
          else if (option?.value === creates) setOpen('alias')
          else if (option) onAlias(option.value)
          else onClear?.()
        }}
      />
      {open === 'entity' && (
        <ChooseEntityDialog
          isDevice={isDevice}
          onChoose={(entity) => {
            close()
            onEntity(entity)
          }}
          onClose={close}
        />
      )}
      {open === 'alias' && (
        <Suspense>
          <AliasesDialog editor={editor} stateParams={stateParams} startsNew onAdded={onAlias} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** What the alias stands for now: its entity, or how many there are. Undefined while loading. */
function useAliasNote(aliasId: string | null): string | undefined {
  const t = useText()
  const client = useClient()
  const alias = useAlias(aliasId)
  const counted = alias.kind === 'resolved' && alias.filter.type !== 'singleEntity' ? alias.filter : null
  const { data: count } = useQuery({
    queryKey: ['aliasCount', counted],
    enabled: counted !== null,
    queryFn: ({ signal }) =>
      counted &&
      client.entityQuery.count({ entityFilter: counted }, { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  if (aliasId === null) return undefined
  if (alias.kind === 'unresolved') return t('widgetData.aliasEntities', { count: 0 })
  if (alias.kind === 'resolved' && alias.entity) return alias.entity.name
  return typeof count === 'number' && counted ? t('widgetData.aliasEntities', { count }) : undefined
}
