/** Fields of a filter: the keys that it compares, each with conditions. Edits the stored JSON; other members are kept. */

import { createDeviceProfileManagementCalls } from '@sonde/client/device-profiles/device-profile-management-calls'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type FilterValueType,
  fieldValueType,
  filterEntityFields,
  filterKeyTypes,
  filterValueTypeOf,
  filterValueTypes,
  newCondition,
  newKeyFilter,
} from '@sonde/model/dashboards/editing/filter-parts'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { isJsonObject, listOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { ComboField } from '../../../ui/field/combo-field.tsx'
import { FieldGroup, LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlaceNote, useFieldPath } from '../../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import { keyOf, withItemChanged } from '../named-entries/entry-drafts.ts'
import { ConditionFields } from './condition-fields.tsx'

interface FilterFormProps {
  /** Path of the field errors. */
  readonly at: string
  readonly filter: JsonObject
  readonly onChange: (filter: JsonObject) => void
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />

export function FilterForm({ at, filter, onChange }: FilterFormProps) {
  const t = useText()
  const place = useFieldPath(`${at}.keyFilters`)
  const stored = listOf(filter.keyFilters)
  const keyFilters = stored.filter(isJsonObject)
  const isEditable = filter.editable !== false
  const setList = (list: readonly unknown[]) => onChange(withMember(filter, 'keyFilters', list))
  return (
    <>
      <CheckField
        label={t('dashboardEntries.editable')}
        help={t('dashboardEntries.editableHelp')}
        isChecked={isEditable}
        onChange={(editable) => onChange(withMember(filter, 'editable', editable))}
      />
      <FieldGroup
        title={t('dashboardEntries.keyFilters')}
        text={keyFilters.length > 1 ? t('dashboardEntries.keyFiltersText') : undefined}
      >
        <div className="sd-form-list">
          {keyFilters.map((keyFilter) => (
            <KeyFilterFields
              key={keyOf(keyFilter)}
              at={at}
              keyFilter={keyFilter}
              isEditable={isEditable}
              onChange={(next) => setList(withItemChanged(stored, keyFilter, next))}
              onRemove={() => setList(stored.filter((one) => one !== keyFilter))}
            />
          ))}
          <PlaceNote error={place.error} />
          <Button size="sm" icon={plus} onClick={() => setList([...stored, newKeyFilter(Date.now())])}>
            {t('dashboardEntries.addKey')}
          </Button>
        </div>
      </FieldGroup>
    </>
  )
}

interface KeyFilterFieldsProps {
  readonly at: string
  readonly keyFilter: JsonObject
  /** Users can change values of the filter. */
  readonly isEditable: boolean
  readonly onChange: (keyFilter: JsonObject) => void
  readonly onRemove: () => void
}

function KeyFilterFields({ at: around, keyFilter, isEditable, onChange, onRemove }: KeyFilterFieldsProps) {
  const t = useText()
  const at = `${around}.${keyOf(keyFilter)}`
  const conditionsPlace = useFieldPath(`${at}.conditions`)
  /** Value type that the user chose, while the conditions of the previous one are still there. */
  const [asked, setAsked] = useState<FilterValueType | null>(null)
  const key = objectOf(keyFilter.key)
  const keyType = textOf(key.type) ?? ''
  const name = textOf(key.key) ?? ''
  const valueType = filterValueTypeOf(keyFilter.valueType)
  const stored = listOf(keyFilter.predicates)
  const conditions = stored.filter(isJsonObject)
  const title = name || t('dashboardEntries.newKey')
  const setConditions = (list: readonly unknown[]) => onChange(withMember(keyFilter, 'predicates', list))
  const typed = (json: JsonObject, next: FilterValueType): JsonObject =>
    next === valueType ? json : { ...json, valueType: next, predicates: [newCondition(next, Date.now())] }

  function setKey(next: JsonObject) {
    const changed = withMember(keyFilter, 'key', next)
    onChange(next.type === 'ENTITY_FIELD' ? typed(changed, fieldValueType(String(next.key))) : changed)
  }

  function chooseType(next: FilterValueType) {
    const initial = JSON.stringify(conditions.map(withoutTime))
    const isNew = initial === JSON.stringify([withoutTime(newCondition(valueType, 0))])
    if (conditions.length === 0 || isNew || next === valueType) {
      setAsked(null)
      onChange(typed(keyFilter, next))
    } else setAsked(next)
  }

  const keyTypes: readonly string[] = filterKeyTypes
  return (
    <LabeledGroup className="sd-condition" label={title}>
      <div className="sd-condition-head">
        <span>{title}</span>
        <IconButton
          size="sm"
          label={t('dashboardEntries.removeKey', { name: title })}
          icon={<Trash2 size={16} strokeWidth={2} />}
          onClick={onRemove}
        />
      </div>
      <div className="sd-form-row">
        <Select
          label={t('deviceProfiles.keyType')}
          value={keyType}
          options={(keyTypes.includes(keyType) ? keyTypes : [...keyTypes, keyType]).map((value) => ({
            value,
            label:
              value === 'ENTITY_FIELD'
                ? t('dashboardEntries.keyType_ENTITY_FIELD')
                : value === 'TIME_SERIES' || value === 'ATTRIBUTE'
                  ? t(`deviceProfiles.keyType_${value}`)
                  : value,
          }))}
          onChange={(type) =>
            setKey({ ...key, type, ...((type === 'ENTITY_FIELD') !== (keyType === 'ENTITY_FIELD') && { key: '' }) })
          }
        />
        <KeyField at={`${at}.key`} type={keyType} name={name} onChange={(next) => setKey({ ...key, key: next })} />
        <Select
          label={t('deviceProfiles.valueType')}
          value={asked ?? valueType}
          options={filterValueTypes.map((value) => ({ value, label: t(`deviceProfiles.value_${value}`) }))}
          onChange={chooseType}
        />
      </div>
      {asked && (
        <div className="sd-form-conflict" role="alert">
          <p>{t('dashboardEntries.changeType', { count: conditions.length })}</p>
          <div>
            <Button
              size="sm"
              onClick={() => {
                setAsked(null)
                onChange(typed(keyFilter, asked))
              }}
            >
              {t('dashboardEntries.changeTypeAction')}
            </Button>
            <Button size="sm" kind="plain" onClick={() => setAsked(null)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </div>
      )}
      {conditions.map((condition) => (
        <ConditionFields
          key={keyOf(condition)}
          at={around}
          depth={0}
          condition={condition}
          keyName={title}
          valueType={valueType}
          isEditable={isEditable}
          onChange={(next) => setConditions(withItemChanged(stored, condition, next))}
          onRemove={() => setConditions(stored.filter((one) => one !== condition))}
        />
      ))}
      <PlaceNote error={conditionsPlace.error} />
      <div className="sd-tool-line">
        <Button size="sm" icon={plus} onClick={() => setConditions([...stored, newCondition(valueType, Date.now())])}>
          {t('dashboardEntries.addCondition')}
        </Button>
      </div>
    </LabeledGroup>
  )
}

/** For comparing with a new condition: the time that it was added at doesn't matter. */
function withoutTime(condition: JsonObject): unknown {
  const { keyFilterPredicate: predicate } = condition
  if (!isJsonObject(predicate) || predicate.type !== 'NUMERIC') return condition
  return { ...condition, keyFilterPredicate: { ...predicate, value: null } }
}

interface KeyFieldProps {
  readonly at: string
  readonly type: string
  readonly name: string
  readonly onChange: (name: string) => void
}

/** Maximum number of keys offered at a time. */
const keysMax = 50

/** An entity field, or a key: keys of devices are offered, others can be typed. */
function KeyField({ at, type, name, onChange }: KeyFieldProps) {
  const t = useText()
  const { rest } = useClient()
  const calls = useMemo(() => createDeviceProfileManagementCalls(rest), [rest])
  const place = useFieldPath(at)
  if (type === 'ENTITY_FIELD') {
    const fields: readonly string[] = filterEntityFields
    return (
      <Select
        label={t('deviceProfiles.keyName')}
        error={place.error}
        value={name}
        options={[
          ...(fields.includes(name) ? [] : [{ value: name, label: name || t('ui.none') }]),
          ...filterEntityFields.map((value) => ({
            value: value as string,
            label: t(`dashboardEntries.field_${value}`),
          })),
        ]}
        onChange={onChange}
      />
    )
  }
  return (
    <ComboField
      label={t('deviceProfiles.keyName')}
      source={['dashboards', 'filterKeys', type]}
      load={async (text, signal) => {
        const options = { signal, ignoreErrors: true, ignoreLoading: true }
        const keys =
          type === 'TIME_SERIES'
            ? await calls.timeseriesKeys(undefined, options)
            : await calls.attributeKeys(undefined, options)
        const wanted = text.toLowerCase()
        return keys
          .filter((key) => key.toLowerCase().includes(wanted))
          .slice(0, keysMax)
          .map((key) => ({ value: key, label: key }))
      }}
      ofText={(text) => ({ value: text, label: text })}
      value={name === '' ? null : { value: name, label: name }}
      onChange={(option) => onChange(option?.value ?? '')}
      error={place.error}
      onBlur={place.onBlur}
    />
  )
}
