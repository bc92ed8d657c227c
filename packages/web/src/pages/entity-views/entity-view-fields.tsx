/** What an entity view shows: of which device or asset, which keys, of which time. */

import './entity-view-fields.css'
import type { EntitySubtype } from '@sonde/model/devices/device'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { DescriptionField, NameAndTypeFields } from '../../assignment/assignable-fields.tsx'
import { EntityPicker } from '../../entities/entity-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ComboListField } from '../../ui/field/combo-list-field.tsx'
import { Select, TextField } from '../../ui/field/text-field.tsx'
import {
  fieldOfMs,
  type KeyField,
  msOfField,
  type ViewDraft,
  type ViewedType,
  type ViewFaults,
} from './entity-view-input.ts'

/** Maximum number of keys offered at a time. */
const keysMax = 50

interface EntityViewFieldsProps {
  readonly draft: ViewDraft
  readonly onChange: (change: Partial<ViewDraft>) => void
  readonly onBlur: (field: keyof ViewDraft) => void
  readonly faults: ViewFaults
  /** Types in use. */
  readonly types: (signal: AbortSignal) => Promise<readonly EntitySubtype[]>
}

export function EntityViewFields(props: EntityViewFieldsProps) {
  const { draft, onChange, onBlur, faults, types } = props
  const t = useText()
  return (
    <>
      <NameAndTypeFields
        kind="ENTITY_VIEW"
        types={types}
        draft={draft}
        onChange={onChange}
        onBlur={onBlur}
        faults={faults}
      />
      <div className="sd-form-pair">
        <Select<ViewedType>
          label={t('entityViews.targetKind')}
          value={draft.targetType}
          options={[
            { value: 'DEVICE', label: t('entityTypes.DEVICE') },
            { value: 'ASSET', label: t('entityTypes.ASSET') },
          ]}
          onChange={(targetType) => onChange({ targetType, target: null })}
        />
        <EntityPicker
          entityType={draft.targetType}
          label={t('entityViews.target')}
          value={draft.target}
          error={faults.target && t(faults.target)}
          onChange={(target) => onChange({ target })}
          onBlur={() => onBlur('target')}
        />
      </div>
      <KeysField
        {...props}
        field="timeseries"
        label="entityViews.timeseriesKeys"
        help="entityViews.timeseriesKeysHelp"
      />
      {/* Only devices have the other two; what is there already can still be taken away. */}
      {(draft.targetType === 'DEVICE' || draft.client.length > 0) && (
        <KeysField {...props} field="client" label="entityViews.clientKeys" help="entityViews.attributesHelp" />
      )}
      {(draft.targetType === 'DEVICE' || draft.shared.length > 0) && (
        <KeysField {...props} field="shared" label="entityViews.sharedKeys" help="entityViews.attributesHelp" />
      )}
      <KeysField {...props} field="server" label="entityViews.serverKeys" help="entityViews.attributesHelp" />
      <div className="sd-form-pair">
        <TextField
          type="datetime-local"
          step={1}
          label={t('entityViews.start')}
          isOptional
          help={t('entityViews.rangeHelp')}
          max={fieldOfMs(draft.endMs) || undefined}
          value={fieldOfMs(draft.startMs)}
          onChange={(text) => onChange({ startMs: msOfField(text) })}
          onBlur={() => onBlur('endMs')}
        />
        <TextField
          type="datetime-local"
          step={1}
          label={t('entityViews.end')}
          isOptional
          min={fieldOfMs(draft.startMs) || undefined}
          value={fieldOfMs(draft.endMs)}
          error={faults.endMs && t(faults.endMs)}
          onChange={(text) => onChange({ endMs: msOfField(text) })}
          onBlur={() => onBlur('endMs')}
        />
      </div>
      <DescriptionField value={draft.description} onChange={(description) => onChange({ description })} />
    </>
  )
}

const scopes: Readonly<Record<Exclude<KeyField, 'timeseries'>, AttributeScope>> = {
  client: 'CLIENT_SCOPE',
  shared: 'SHARED_SCOPE',
  server: 'SERVER_SCOPE',
}

interface KeysFieldProps extends EntityViewFieldsProps {
  readonly field: KeyField
  readonly label:
    | 'entityViews.timeseriesKeys'
    | 'entityViews.clientKeys'
    | 'entityViews.sharedKeys'
    | 'entityViews.serverKeys'
  readonly help: 'entityViews.timeseriesKeysHelp' | 'entityViews.attributesHelp'
}

function KeysField({ field, label, help, draft, onChange, onBlur, faults }: KeysFieldProps) {
  const t = useText()
  const { telemetry } = useClient()
  const { target } = draft
  const keyOption = (key: string) => ({ value: key, label: key })
  const fault = faults[field]

  async function load(text: string, signal: AbortSignal) {
    if (target === null) return []
    const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
    const keys =
      field === 'timeseries'
        ? await telemetry.timeseriesKeys(target.id, quiet)
        : await telemetry.attributeKeys(target.id, scopes[field], quiet)
    return keys
      .filter((key) => key.toLowerCase().includes(text.toLowerCase()))
      .slice(0, keysMax)
      .map(keyOption)
  }

  return (
    <ComboListField
      label={t(label)}
      isOptional
      help={t(help)}
      error={fault && t(fault)}
      source={['entityViews', 'keys', field, target?.id.id]}
      load={load}
      ofText={keyOption}
      values={draft[field].map(keyOption)}
      onChange={(options) => onChange({ [field]: options.map(({ value }) => value) })}
      onBlur={() => onBlur(field)}
    />
  )
}
