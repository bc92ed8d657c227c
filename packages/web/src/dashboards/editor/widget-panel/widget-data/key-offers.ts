/** Keys that are offered for a datasource: those of its entities, and new ones named by the typed text. Pure. */

import type { DataKeyType, WidgetKind } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type ChosenKey,
  functionDefault,
  functionKeyName,
  functionPresets,
} from '@sonde/model/dashboards/editing/data-keys'
import type { EntityKeysInfo } from '@sonde/model/entity-query/entity-query'
import type { Translate } from '../../../../locale/texts.ts'
import type { ComboOption } from '../../../../ui/field/combo-field.tsx'

export interface KeyOffer extends ComboOption {
  readonly key: ChosenKey
}

/** Maximum number of existing keys offered at once. */
const offersMax = 50

/** Fields of entities that queries know. */
const entityFields = [
  'name',
  'label',
  'type',
  'createdTime',
  'title',
  'firstName',
  'lastName',
  'email',
  'country',
  'state',
  'city',
  'address',
  'address2',
  'zip',
  'phone',
] as const

/** Fields of alarms with the texts that tables of alarms show for them. */
const alarmFields = {
  createdTime: 'alarms.created',
  startTime: 'alarms.started',
  endTime: 'alarms.lastUpdate',
  ackTime: 'alarms.acknowledgedAt',
  clearTime: 'alarms.clearedAt',
  originator: 'alarms.originator',
  originatorType: 'alarms.originatorType',
  type: 'alarms.type',
  severity: 'alarms.severity',
  status: 'alarms.status',
} as const

type EntityKeyType = Extract<DataKeyType, 'timeseries' | 'attribute' | 'entityField' | 'alarm'>

/** Types of keys that a widget shows, in the order in which they are offered. */
const typesOf = (kind: WidgetKind): readonly EntityKeyType[] =>
  kind === 'alarm'
    ? ['alarm', 'timeseries', 'attribute', 'entityField']
    : kind === 'timeseries'
      ? ['timeseries']
      : ['timeseries', 'attribute', 'entityField']

const isField = (name: string): name is (typeof entityFields)[number] =>
  (entityFields as readonly string[]).includes(name)
const isAlarmField = (name: string): name is keyof typeof alarmFields => Object.hasOwn(alarmFields, name)

/** Name of a key for people: fields have one in the user's language. */
export function shownKeyName(name: string, type: unknown, t: Translate): string {
  if (type === 'entityField' && isField(name)) return t(`widgetData.field_${name}`)
  if (type === 'alarm' && isAlarmField(name)) return t(alarmFields[name])
  return name
}

/** `found`: keys of the entities; null if they aren't known. */
export function keyOffers(found: EntityKeysInfo | null, kind: WidgetKind, text: string, t: Translate): KeyOffer[] {
  const wanted = text.trim().toLowerCase()
  const types = typesOf(kind)
  const names: Readonly<Record<EntityKeyType, readonly string[]>> = {
    timeseries: found?.timeseries ?? [],
    attribute: found?.attribute ?? [],
    entityField: entityFields,
    alarm: Object.keys(alarmFields),
  }
  const existing = types.flatMap((type) => names[type].map((name) => offerOf(name, type, t)))
  const matching = existing.filter(
    ({ label, key }) => label.toLowerCase().includes(wanted) || key.name.toLowerCase().includes(wanted),
  )
  const created = types
    // Entities have no other fields than the offered ones.
    .filter((type) => wanted !== '' && type !== 'entityField' && !names[type].includes(text.trim()))
    .map((type) => ({
      ...offerOf(text.trim(), type, t),
      label: t('widgetData.create', { name: text.trim() }),
      note: t('widgetData.as', { type: t(`widgetData.type_${type}`) }),
    }))
  return [...matching.slice(0, offersMax), ...created]
}

function offerOf(name: string, type: EntityKeyType, t: Translate): KeyOffer {
  const shown = shownKeyName(name, type, t)
  // Tables of alarms translate the names of fields, so that their labels stay names.
  const label = type === 'entityField' ? shown : name
  return { value: `${type} ${name}`, label: shown, note: t(`widgetData.type_${type}`), key: { name, type, label } }
}

/** Functions by preset, or with the typed text as label. */
export function functionOffers(text: string): KeyOffer[] {
  const wanted = text.trim()
  const presets = Object.entries(functionPresets)
    .filter(([name]) => name.toLowerCase().includes(wanted.toLowerCase()))
    .map(([name, body]) => functionOffer(name, body))
  return wanted === '' || presets.some(({ label }) => label === wanted)
    ? presets
    : [...presets, functionOffer(wanted, functionDefault)]
}

const functionOffer = (label: string, funcBody: string): KeyOffer => ({
  value: label,
  label,
  note: functionKeyName,
  key: { name: functionKeyName, type: 'function', label, funcBody },
})
