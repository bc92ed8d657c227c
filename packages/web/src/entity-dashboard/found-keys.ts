/** Keys of an entity with their latest values: their order, which of them a dashboard gets at first, and a title. Pure. */

import type { ValueKind } from '@sonde/model/dashboards/editing/widget-from-type'
import type { DashboardKey, KeyLimit } from '@sonde/model/dashboards/entity-dashboard/dashboard-keys'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { isPackageKey } from '@sonde/model/ota-packages/package-keys'
import { isNamedTime, mayBeTime } from '../telemetry/time-value.ts'

/** Key as it was loaded. */
export interface FoundKey {
  readonly name: string
  readonly type: DashboardKey['type']
  /** Number, text, boolean or JSON; null or undefined: no value yet. */
  readonly value: unknown
  /** Epoch ms; 0: no value yet. */
  readonly ts: number
}

/** Key that the user can select. */
export interface OfferedKey extends DashboardKey {
  /** Identifies the key: telemetry and attributes can have the same name. */
  readonly id: string
  /** Latest value as text; null: none. */
  readonly text: string | null
  readonly isSuggested: boolean
}

/** Keys that are selected at first. */
const telemetryMax = 24
const attributesMax = 12

/** Attributes that the server writes itself. */
const serverAttributes = new Set([
  'active',
  'lastConnectTime',
  'lastDisconnectTime',
  'lastActivityTime',
  'inactivityAlarmTime',
  'inactivityTimeout',
])

export interface KeyFacts {
  readonly describe: (key: string) => KeyDescription | undefined
  /** Order among the described keys; Infinity: not described. */
  readonly placeOf: (key: string) => number
  readonly limitsOf: (key: string) => readonly KeyLimit[]
}

/** Whether the server writes the key itself, also for devices that haven't sent anything. */
export const isOfServer = ({ type, name }: Pick<FoundKey, 'type' | 'name'>): boolean =>
  type === 'attribute' && serverAttributes.has(name)

const idOf = ({ type, name }: Pick<FoundKey, 'type' | 'name'>): string => `${type} ${name}`

/** Newest value of each key: devices of a profile have the same keys. */
export function mergedKeys(lists: readonly (readonly FoundKey[])[]): readonly FoundKey[] {
  const newest = new Map<string, FoundKey>()
  for (const key of lists.flat()) {
    const known = newest.get(idOf(key))
    if (!known || key.ts > known.ts) newest.set(idOf(key), key)
  }
  return [...newest.values()]
}

/**
 * Most important first: telemetry before attributes, described keys in their order, keys with limits, then numbers,
 * flags and texts.
 */
export function offeredKeys(found: readonly FoundKey[], facts: KeyFacts): readonly OfferedKey[] {
  const counts = { timeseries: 0, attribute: 0 }
  const max = { timeseries: telemetryMax, attribute: attributesMax }
  return found
    .map((key) => ({ found: key, key: offeredKey(key, facts), place: facts.placeOf(key.name) }))
    .sort(
      (a, b) =>
        Number(a.key.type === 'attribute') - Number(b.key.type === 'attribute') ||
        // Both may be Infinity, whose difference is no number.
        (a.place === b.place ? 0 : a.place - b.place) ||
        Number(b.key.limits.length > 0) - Number(a.key.limits.length > 0) ||
        kinds.indexOf(a.key.value) - kinds.indexOf(b.key.value) ||
        a.key.name.localeCompare(b.key.name),
    )
    .map(({ found: one, key }) => ({
      ...key,
      isSuggested: isOfInterest(one) && counts[key.type]++ < max[key.type],
    }))
}

const kinds: readonly ValueKind[] = ['number', 'flag', 'unknown', 'text']

function offeredKey(found: FoundKey, { describe, limitsOf }: KeyFacts): Omit<OfferedKey, 'isSuggested'> {
  const { name, type, value } = found
  const description = describe(name)
  return {
    id: idOf(found),
    name,
    type,
    value: kindOf(found),
    text: textOf(value),
    label: keyName(name, description),
    unit: description?.unit ?? '',
    decimals: description?.decimals ?? null,
    min: description?.min ?? null,
    max: description?.max ?? null,
    limits: type === 'timeseries' ? limitsOf(name) : [],
  }
}

/** A time is no number to draw. */
function kindOf({ name, value }: FoundKey): ValueKind {
  if (typeof value === 'number') return mayBeTime(value) && isNamedTime(name) ? 'text' : 'number'
  if (typeof value === 'boolean') return 'flag'
  return value === null || value === undefined ? 'unknown' : 'text'
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isOfInterest({ name, type, value }: FoundKey): boolean {
  if (isPackageKey(name) || isOfServer({ type, name })) return false
  return typeof value !== 'object' || value === null
}

/** The title, with a number if a dashboard already has it. */
export function freeTitle(title: string, taken: readonly string[]): string {
  const titles = new Set(taken)
  if (!titles.has(title)) return title
  let number = 2
  while (titles.has(`${title} ${number}`)) number++
  return `${title} ${number}`
}
