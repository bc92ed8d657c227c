/** Fields of a condition: a comparison with what users may change of it, or a group of conditions. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type FilterValueType,
  filterOperations,
  newCondition,
  newGroup,
  predicateOf,
  withPredicate,
} from '@sonde/model/dashboards/editing/filter-parts'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { isJsonObject, listOf, numberOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { dynamicSourceNames, predicateDepthMax } from '@sonde/model/entity-query/predicate-operations'
import { Plus, Trash2 } from 'lucide-react'
import type { Translate } from '../../../locale/texts.ts'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx'
import { LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, PlaceNote, useFieldPath } from '../../../ui/field/field-places.tsx'
import { CheckField, Select, TextField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { booleanText, operationText } from '../../filter-sentence.ts'
import { keyOf, withItemChanged } from '../named-entries/entry-drafts.ts'
import { NumberField } from '../named-entries/number-field.tsx'

interface ConditionProps {
  /** Path of the field errors. */
  readonly at: string
  /** Number of surrounding groups. */
  readonly depth: number
  readonly condition: JsonObject
  readonly keyName: string
  readonly valueType: FilterValueType
  /** Users can change values of the filter. */
  readonly isEditable: boolean
  readonly onChange: (condition: JsonObject) => void
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />

export function ConditionFields({ onRemove, ...rest }: ConditionProps & { readonly onRemove: () => void }) {
  const t = useText()
  return (
    <div className="sd-form-row" data-removable>
      {predicateOf(rest.condition).type === 'COMPLEX' ? <GroupFields {...rest} /> : <ComparisonFields {...rest} />}
      <IconButton
        size="sm"
        label={t('dashboardEntries.removeCondition')}
        icon={<Trash2 size={16} strokeWidth={2} />}
        onClick={onRemove}
      />
    </div>
  )
}

function GroupFields({ condition, onChange, ...rest }: ConditionProps) {
  const t = useText()
  const place = useFieldPath(`${rest.at}.${keyOf(condition)}.group`)
  const predicate = predicateOf(condition)
  const stored = listOf(predicate.predicates)
  const inner = stored.filter(isJsonObject)
  const [first] = inner
  const set = (member: string, value: unknown) =>
    onChange(withPredicate(condition, withMember(predicate, member, value)))
  return (
    <LabeledGroup className="sd-predicates" label={t('deviceProfiles.group')}>
      <Segmented
        label={t('deviceProfiles.group')}
        size="sm"
        options={(['AND', 'OR'] as const).map((value) => ({ value, label: t(`deviceProfiles.group${value}`) }))}
        value={predicate.operation === 'OR' ? 'OR' : 'AND'}
        onChange={(operation) => set('operation', operation)}
      />
      {inner.map((one) => (
        <ConditionFields
          key={keyOf(one)}
          {...rest}
          depth={rest.depth + 1}
          condition={one}
          onChange={(next) => set('predicates', withItemChanged(stored, one, next))}
          onRemove={() =>
            set(
              'predicates',
              stored.filter((other) => other !== one),
            )
          }
        />
      ))}
      <PlaceNote error={place.error} />
      <div className="sd-tool-line">
        <Button
          size="sm"
          icon={plus}
          onClick={() => set('predicates', [...stored, newCondition(rest.valueType, Date.now())])}
        >
          {t('deviceProfiles.addToGroup')}
        </Button>
        {first && (
          <Button size="sm" kind="plain" onClick={() => onChange(first)}>
            {t('deviceProfiles.dropGroup')}
          </Button>
        )}
      </div>
    </LabeledGroup>
  )
}

function ComparisonFields({ at: around, depth, condition, keyName, valueType, isEditable, onChange }: ConditionProps) {
  const t = useText()
  const at = `${around}.${keyOf(condition)}`
  const predicate = predicateOf(condition)
  const value = objectOf(predicate.value)
  const dynamic = objectOf(value.dynamicValue)
  const source = textOf(dynamic.sourceType) ?? ''
  const sources: readonly string[] = ['', ...dynamicSourceNames]
  const operation = textOf(predicate.operation) ?? ''
  const set = (member: string, next: unknown) => onChange(withPredicate(condition, withMember(predicate, member, next)))
  const setValue = (member: string, next: unknown) => set('value', withMember(value, member, next))
  /** A stored value of a user would hide the one of the dashboard. */
  const setDefault = (next: unknown) =>
    set('value', { ...value, defaultValue: next, ...(Object.hasOwn(value, 'userValue') && { userValue: null }) })

  function setSource(next: string) {
    if (next === '') return setValue('dynamicValue', null)
    setValue('dynamicValue', { ...dynamic, sourceType: next, sourceAttribute: textOf(dynamic.sourceAttribute) ?? '' })
  }

  return (
    <div className="sd-form-list">
      <div className="sd-form-row">
        <Select
          label={t('deviceProfiles.operation')}
          value={operation}
          options={[...new Set([...filterOperations(valueType), operation])].map((one) => ({
            value: one,
            label: operationText(one as 'EQUAL', t),
          }))}
          onChange={(next) => set('operation', next)}
        />
        <Select
          label={t('deviceProfiles.valueSource')}
          value={source}
          options={(sources.includes(source) ? sources : [...sources, source]).map((one) => ({
            value: one,
            label: sourceText(one, t),
          }))}
          onChange={setSource}
        />
        {source !== '' && (
          <PlacedText
            at={`${at}.attribute`}
            label={t('deviceProfiles.sourceAttribute')}
            isMono
            value={textOf(dynamic.sourceAttribute) ?? ''}
            onChange={(attribute) => setValue('dynamicValue', { ...dynamic, sourceAttribute: attribute })}
          />
        )}
        <ValueField
          at={`${at}.value`}
          label={t(source === '' ? 'deviceProfiles.value' : 'deviceProfiles.defaultValue')}
          valueType={valueType}
          isList={operation === 'IN' || operation === 'NOT_IN'}
          value={value.defaultValue}
          onChange={setDefault}
        />
      </div>
      {dynamic.inherit === true && (
        <CheckField
          label={t('deviceProfiles.inherit')}
          isChecked
          onChange={(inherit) => setValue('dynamicValue', { ...dynamic, inherit })}
        />
      )}
      {valueType === 'STRING' && (
        <CheckField
          label={t('deviceProfiles.ignoreCase')}
          isChecked={predicate.ignoreCase === true}
          onChange={(ignoreCase) => set('ignoreCase', ignoreCase)}
        />
      )}
      {isEditable && isJsonObject(condition.keyFilterPredicate) && (
        <UserFields
          at={at}
          info={objectOf(condition.userInfo)}
          automatic={`${keyName} ${operationText(operation as 'EQUAL', t)}`}
          onChange={(info) => onChange(withMember(condition, 'userInfo', info))}
        />
      )}
      {depth < predicateDepthMax && (
        <Button
          size="sm"
          kind="plain"
          onClick={() => onChange(newGroup([condition, newCondition(valueType, Date.now())]))}
        >
          {t('deviceProfiles.makeGroup')}
        </Button>
      )}
    </div>
  )
}

function sourceText(source: string, t: Translate): string {
  const known = dynamicSourceNames.find((one) => one === source)
  return source !== '' && !known ? source : t(`dashboards.filterSource_${known ?? 'LITERAL'}`)
}

interface UserFieldsProps {
  readonly at: string
  readonly info: JsonObject
  /** Label without an own one. */
  readonly automatic: string
  readonly onChange: (info: JsonObject) => void
}

/** What users see of the condition in the form of the Filters button. */
function UserFields({ at, info, automatic, onChange }: UserFieldsProps) {
  const t = useText()
  return (
    <>
      <CheckField
        label={t('dashboardEntries.userEditable')}
        isChecked={info.editable === true}
        onChange={(editable) => onChange({ ...info, editable })}
      />
      {info.editable === true && (
        <div className="sd-form-row">
          <TextField
            label={t('dashboardEntries.label')}
            isOptional
            autoComplete="off"
            placeholder={automatic}
            value={info.autogeneratedLabel === true ? '' : (textOf(info.label) ?? '')}
            onChange={(label) => onChange({ ...info, label, autogeneratedLabel: label === '' })}
          />
          <NumberField
            at={`${at}.order`}
            label={t('dashboardEntries.order')}
            isOptional
            value={info.order}
            onChange={(order) => onChange({ ...info, order: order ?? 0 })}
          />
        </div>
      )}
    </>
  )
}

interface ValueFieldProps {
  readonly at: string
  readonly label: string
  readonly valueType: FilterValueType
  /** Several values, separated by commas. */
  readonly isList: boolean
  readonly value: unknown
  readonly onChange: (value: string | number | boolean | null) => void
}

function ValueField({ at, label, valueType, isList, value, onChange }: ValueFieldProps) {
  const t = useText()
  const place = useFieldPath(at)
  switch (valueType) {
    case 'BOOLEAN':
      return (
        <Select
          label={label}
          value={value === true || value === 'true' ? 'true' : 'false'}
          options={(['true', 'false'] as const).map((one) => ({ value: one, label: booleanText(one === 'true', t) }))}
          onChange={(next) => onChange(next === 'true')}
        />
      )
    case 'NUMERIC':
      return <NumberField at={at} label={label} value={value} onChange={onChange} />
    case 'DATE_TIME':
      return <DateTimeField {...place} label={label} value={numberOf(value)} onChange={onChange} />
    case 'STRING':
      return (
        <TextField
          label={label}
          autoComplete="off"
          help={isList ? t('dashboards.filterListHelp') : undefined}
          value={textOf(value) ?? ''}
          onChange={onChange}
        />
      )
  }
}
