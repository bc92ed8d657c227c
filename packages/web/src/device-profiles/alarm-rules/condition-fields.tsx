/** Fields of a condition: a key and a comparison of its value, or nested groups of comparisons. */

import {
  type AlarmValueType,
  alarmEntityFields,
  alarmKeyTypes,
  alarmValueTypes,
} from '@sonde/model/device-profiles/alarm-rule'
import { predicateDepthMax } from '@sonde/model/entity-query/predicate-operations'
import { Plus, Trash2 } from 'lucide-react'
import { useRoomCalls } from '../../entity-room/room-calls.ts'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ComboField } from '../../ui/field/combo-field.tsx'
import { LabeledGroup } from '../../ui/field/field-group.tsx'
import { newKey, PlacedText, PlaceNote, useFieldPath, withItem, withoutItem } from '../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../ui/field/text-field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { createProfileCalls } from '../device-profile-calls.ts'
import {
  type ComplexPredicateDraft,
  type ConditionDraft,
  emptyPredicate,
  type PredicateDraft,
  type SimplePredicateDraft,
} from './alarm-rule-draft.ts'
import { operationsOf } from './alarm-rule-input.ts'
import { SourceFields, ValueField } from './value-fields.tsx'

interface ConditionFieldsProps {
  /** Path of the field errors. */
  readonly at: string
  readonly condition: ConditionDraft
  readonly profileId: string | undefined
  readonly onChange: (condition: ConditionDraft) => void
  readonly onRemove: () => void
}

/** Maximum characters of the key in the condition's title, equal to a key's maximum length. */
const titleLengthMax = 255

const plus = <Plus size={16} strokeWidth={2} aria-hidden />

export function ConditionFields({ at, condition, profileId, onChange, onRemove }: ConditionFieldsProps) {
  const t = useText()
  const { keyType, name, valueType, predicate } = condition
  const title =
    name.length > titleLengthMax ? `${name.slice(0, titleLengthMax)}…` : name || t('deviceProfiles.newCondition')
  const set = (part: Partial<ConditionDraft>) => onChange({ ...condition, ...part })
  const withType = (next: AlarmValueType) => ({
    valueType: next,
    constant: next === 'BOOLEAN' ? 'true' : '',
    predicate: emptyPredicate(next),
  })
  return (
    <LabeledGroup className="sd-condition" label={title}>
      <div className="sd-condition-head">
        <span>{title}</span>
        <IconButton
          size="sm"
          label={t('deviceProfiles.removeCondition', { name: title })}
          icon={<Trash2 size={16} strokeWidth={2} />}
          onClick={onRemove}
        />
      </div>
      <div className="sd-form-row">
        <Select
          label={t('deviceProfiles.keyType')}
          value={keyType}
          options={alarmKeyTypes.map((value) => ({ value, label: t(`deviceProfiles.keyType_${value}`) }))}
          onChange={(next) =>
            set({
              keyType: next,
              name: next === 'ENTITY_FIELD' ? alarmEntityFields[0] : keyType === 'ENTITY_FIELD' ? '' : name,
              ...(next === 'ENTITY_FIELD' && withType('STRING')),
            })
          }
        />
        <KeyField at={`${at}.name`} condition={condition} profileId={profileId} onChange={set} />
        <Select
          label={t('deviceProfiles.valueType')}
          value={valueType}
          options={alarmValueTypes.map((value) => ({ value, label: t(`deviceProfiles.value_${value}`) }))}
          onChange={(next) => set(withType(next))}
        />
        {keyType === 'CONSTANT' && (
          <ValueField
            at={`${at}.constant`}
            label={t('deviceProfiles.constantValue')}
            valueType={valueType}
            value={condition.constant}
            onChange={(constant) => set({ constant })}
          />
        )}
      </div>
      <PredicateFields
        at={at}
        depth={0}
        predicate={predicate}
        valueType={valueType}
        onChange={(next) => set({ predicate: next })}
      />
    </LabeledGroup>
  )
}

interface KeyFieldProps {
  readonly at: string
  /** Default: *Key*. */
  readonly label?: string
  readonly condition: ConditionDraft
  readonly profileId: string | undefined
  readonly onChange: (part: Partial<ConditionDraft>) => void
}

/** Field for the key's name; offers existing telemetry keys and attributes of devices. */
export function KeyField({ at, label, condition: { keyType, name }, profileId, onChange }: KeyFieldProps) {
  const t = useText()
  const keyLabel = label ?? t('deviceProfiles.keyName')
  const profiles = useRoomCalls({ createCalls: createProfileCalls })
  const place = useFieldPath(at)
  if (keyType === 'CONSTANT') {
    return (
      <PlacedText
        at={at}
        label={t('deviceProfiles.constantName')}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
    )
  }
  if (keyType === 'ENTITY_FIELD') {
    const existing = alarmEntityFields.find((field) => field === name)
    return (
      <Select
        label={keyLabel}
        value={name}
        options={[
          ...(existing ? [] : [{ value: name, label: name }]),
          ...alarmEntityFields.map((value) => ({ value: value as string, label: t(`deviceProfiles.field_${value}`) })),
        ]}
        onChange={(next) => onChange({ name: next })}
      />
    )
  }
  const isTelemetry = keyType === 'TIME_SERIES'
  return (
    <ComboField
      label={keyLabel}
      source={['deviceProfiles', 'keys', keyType, profileId]}
      load={async (text, signal) => {
        const options = { signal, ignoreErrors: true, ignoreLoading: true }
        const keys = isTelemetry
          ? await profiles.timeseriesKeys(profileId, options)
          : await profiles.attributeKeys(profileId, options)
        const wanted = text.toLowerCase()
        return keys
          .filter((key) => key.toLowerCase().includes(wanted))
          .slice(0, keysMax)
          .map((key) => ({ value: key, label: key }))
      }}
      ofText={(text) => ({ value: text, label: text })}
      value={name === '' ? null : { value: name, label: name }}
      onChange={(option) => onChange({ name: option?.value ?? '' })}
      error={place.error}
      onBlur={place.onBlur}
    />
  )
}

/** Maximum number of keys offered at a time. */
const keysMax = 50

interface PredicateFieldsProps<P extends PredicateDraft = PredicateDraft> {
  readonly at: string
  /** Number of surrounding groups. */
  readonly depth: number
  readonly predicate: P
  readonly valueType: AlarmValueType
  readonly onChange: (predicate: PredicateDraft) => void
}

function PredicateFields({ predicate, ...rest }: PredicateFieldsProps) {
  return predicate.kind === 'complex' ? (
    <GroupFields {...rest} predicate={predicate} />
  ) : (
    <SimpleFields {...rest} predicate={predicate} />
  )
}

function GroupFields({ at, depth, predicate, valueType, onChange }: PredicateFieldsProps<ComplexPredicateDraft>) {
  const t = useText()
  const place = `${at}.${predicate.key}`
  const { error } = useFieldPath(`${place}.group`)
  const { predicates } = predicate
  const [first] = predicates
  return (
    <div className="sd-predicates">
      <Segmented
        label={t('deviceProfiles.group')}
        size="sm"
        options={(['AND', 'OR'] as const).map((value) => ({ value, label: t(`deviceProfiles.group${value}`) }))}
        value={predicate.operation}
        onChange={(operation) => onChange({ ...predicate, operation })}
      />
      {predicates.map((one) => (
        <div className="sd-form-row" data-removable key={one.key}>
          <PredicateFields
            at={place}
            depth={depth + 1}
            predicate={one}
            valueType={valueType}
            onChange={(next) => onChange({ ...predicate, predicates: withItem(predicates, next) })}
          />
          <IconButton
            size="sm"
            label={t('deviceProfiles.removeFromGroup')}
            icon={<Trash2 size={16} strokeWidth={2} />}
            onClick={() => onChange({ ...predicate, predicates: withoutItem(predicates, one.key) })}
          />
        </div>
      ))}
      <PlaceNote error={error} />
      <div className="sd-tool-line">
        <Button
          size="sm"
          icon={plus}
          onClick={() => onChange({ ...predicate, predicates: [...predicates, emptyPredicate(valueType)] })}
        >
          {t('deviceProfiles.addToGroup')}
        </Button>
        {first && (
          <Button size="sm" kind="plain" onClick={() => onChange({ ...first, key: predicate.key })}>
            {t('deviceProfiles.dropGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}

function SimpleFields({ at, depth, predicate, valueType, onChange }: PredicateFieldsProps<SimplePredicateDraft>) {
  const t = useText()
  const place = `${at}.${predicate.key}`
  const set = (part: Partial<SimplePredicateDraft>) => onChange({ ...predicate, ...part })
  return (
    <div className="sd-form-list">
      <div className="sd-form-row">
        <OperationField
          valueType={valueType}
          value={predicate.operation}
          onChange={(operation) => set({ operation })}
        />
        <ValueField
          at={`${place}.value`}
          label={t(predicate.source === '' ? 'deviceProfiles.value' : 'deviceProfiles.defaultValue')}
          valueType={valueType}
          value={predicate.value}
          onChange={(value) => set({ value })}
        />
      </div>
      <div className="sd-group">
        <SourceFields at={place} value={predicate} onChange={set} />
      </div>
      {valueType === 'STRING' && (
        <CheckField
          label={t('deviceProfiles.ignoreCase')}
          isChecked={predicate.ignoreCase}
          onChange={(ignoreCase) => set({ ignoreCase })}
        />
      )}
      {depth < predicateDepthMax && (
        <Button
          size="sm"
          kind="plain"
          onClick={() =>
            onChange({
              kind: 'complex',
              key: newKey(),
              operation: 'OR',
              predicates: [predicate, emptyPredicate(valueType)],
            })
          }
        >
          {t('deviceProfiles.makeGroup')}
        </Button>
      )}
    </div>
  )
}

interface OperationFieldProps {
  readonly valueType: AlarmValueType
  readonly value: string
  readonly onChange: (operation: string) => void
}

export function OperationField({ valueType, value, onChange }: OperationFieldProps) {
  const t = useText()
  return (
    <Select
      label={t('deviceProfiles.operation')}
      value={value}
      options={[...new Set([...operationsOf(valueType), value])].map((one) => ({
        value: one,
        label: t(`deviceProfiles.operation_${one as 'EQUAL'}`),
      }))}
      onChange={onChange}
    />
  )
}
