/** Fields of an entity view: its device or asset, keys and time range. */

import './entity-view-fields.css'
import { type ViewedType, viewedTypes } from '@sonde/model/entity-views/entity-view'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { DescriptionField, NameAndTypeFields } from '../../assignment/assignable-fields.tsx'
import { EntityPicker } from '../../entities/entity-picker.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ComboListField } from '../../ui/field/combo-list-field.tsx'
import { Select, TextField } from '../../ui/field/text-field.tsx'
import { fieldOfMs, type KeyField, msOfField, type ViewDraft, type ViewErrors } from './entity-view-input.ts'

/** Maximum number of keys offered at a time. */
const keysMax = 50

interface EntityViewFieldsProps {
  readonly fields: EntityFields<ViewDraft, ViewErrors>
}

export function EntityViewFields({ fields }: EntityViewFieldsProps) {
  const { draft, change, touch, fieldErrors } = fields
  const t = useText()
  return (
    <>
      <NameAndTypeFields kind="ENTITY_VIEW" draft={draft} onChange={change} onBlur={touch} fieldErrors={fieldErrors} />
      <div className="sd-form-pair">
        <Select<ViewedType>
          label={t('entityViews.targetKind')}
          value={draft.targetType}
          options={viewedTypes.map((value) => ({ value, label: t(`entityTypes.${value}`) }))}
          onChange={(targetType) => change({ targetType, target: null })}
        />
        <EntityPicker
          entityType={draft.targetType}
          label={t('entityViews.target')}
          value={draft.target}
          error={fieldErrors.target && t(fieldErrors.target)}
          onChange={(target) => change({ target })}
          onBlur={() => touch('target')}
        />
      </div>
      <KeysField
        fields={fields}
        field="timeseries"
        label="entityViews.timeseriesKeys"
        help="entityViews.timeseriesKeysHelp"
      />
      {/* Only devices have client and shared attributes; for assets, existing keys can still be removed. */}
      {(draft.targetType === 'DEVICE' || draft.client.length > 0) && (
        <KeysField fields={fields} field="client" label="entityViews.clientKeys" help="entityViews.attributesHelp" />
      )}
      {(draft.targetType === 'DEVICE' || draft.shared.length > 0) && (
        <KeysField fields={fields} field="shared" label="entityViews.sharedKeys" help="entityViews.attributesHelp" />
      )}
      <KeysField fields={fields} field="server" label="entityViews.serverKeys" help="entityViews.attributesHelp" />
      <div className="sd-form-pair">
        <TextField
          type="datetime-local"
          step={1}
          label={t('entityViews.start')}
          isOptional
          help={t('entityViews.rangeHelp')}
          max={fieldOfMs(draft.endMs) || undefined}
          value={fieldOfMs(draft.startMs)}
          onChange={(text) => change({ startMs: msOfField(text) })}
          onBlur={() => touch('endMs')}
        />
        <TextField
          type="datetime-local"
          step={1}
          label={t('entityViews.end')}
          isOptional
          min={fieldOfMs(draft.startMs) || undefined}
          value={fieldOfMs(draft.endMs)}
          error={fieldErrors.endMs && t(fieldErrors.endMs)}
          onChange={(text) => change({ endMs: msOfField(text) })}
          onBlur={() => touch('endMs')}
        />
      </div>
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
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

function KeysField({ field, label, help, fields: { draft, change, touch, fieldErrors } }: KeysFieldProps) {
  const t = useText()
  const { telemetry } = useClient()
  const { target } = draft
  const keyOption = (key: string) => ({ value: key, label: key })
  const fieldError = fieldErrors[field]

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
      error={fieldError && t(fieldError)}
      source={['entityViews', 'keys', field, target?.id.id]}
      load={load}
      ofText={keyOption}
      values={draft[field].map(keyOption)}
      onChange={(options) => change({ [field]: options.map(({ value }) => value) })}
      onBlur={() => touch(field)}
    />
  )
}
