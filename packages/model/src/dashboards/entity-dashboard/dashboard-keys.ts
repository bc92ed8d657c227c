/**
 * Keys of an entity, or of the devices of a profile, as a created dashboard shows them, and which widgets each key gets.
 */

import type { ValueKind } from '../editing/widget-from-type.ts'

/** Value at which an alarm rule applies. */
export interface KeyLimit {
  readonly value: number
  /** Side on which it applies; null: at the value itself. */
  readonly side: 'above' | 'below' | null
  /** CSS color of the severity. */
  readonly color: string
}

export interface DashboardKey {
  readonly name: string
  readonly type: 'timeseries' | 'attribute'
  /** `unknown`: nothing was received yet. */
  readonly value: ValueKind
  readonly label: string
  /** Empty: none. */
  readonly unit: string
  readonly decimals: number | null
  /** Range of the values, as far as it is described. */
  readonly min: number | null
  readonly max: number | null
  /** Most severe first. */
  readonly limits: readonly KeyLimit[]
}

/** Numbers that get a card or a gauge. */
export const figuresMax = 6
/** Flags that get a lamp. */
export const lampsMax = 6
/** Flags that get a state chart. */
export const stateChartsMax = 4
export const chartsMax = 12
/** Series of a chart; more are hard to tell apart. */
export const chartSeriesMax = 6
/** Lines of a card with latest values. */
export const cardLinesMax = 20
const cardsMax = 2

/** Telemetry of one chart. */
export interface KeyChart {
  /** Of all its keys. */
  readonly unit: string
  /** Not empty. */
  readonly keys: readonly DashboardKey[]
}

/** Keys by the widgets that show them, each in the given order. */
export interface KeyUses {
  /** Latitude, then longitude; null: the entity has no position. */
  readonly position: readonly [DashboardKey, DashboardKey] | null
  readonly figures: readonly DashboardKey[]
  readonly lamps: readonly DashboardKey[]
  readonly charts: readonly KeyChart[]
  readonly states: readonly DashboardKey[]
  /** One entry per card. */
  readonly cards: readonly (readonly DashboardKey[])[]
  /** Keys for which there is no room. */
  readonly leftOut: readonly DashboardKey[]
}

const latitude = /^lat(itude)?$/i
const longitude = /^(lng|lon|longitude)$/i

/**
 * `keys`: most important first. `hasLamps`: the entities are devices, the only ones that lamps can show. Each key has at
 * least one widget, or is left out.
 */
export function keyUses(keys: readonly DashboardKey[], hasLamps: boolean): KeyUses {
  const position = positionOf(keys)
  const shown = keys.filter((key) => !position?.includes(key))
  const numbers = shown.filter(isChartable)
  const flags = shown.filter(({ value }) => value === 'flag')
  const figures = numbers.slice(0, figuresMax)
  const lamps = hasLamps ? flags.slice(0, lampsMax) : []
  const states = flags.filter(({ type }) => type === 'timeseries').slice(0, stateChartsMax)
  const charts = chartsOf(numbers)
  const used = new Set([...figures, ...lamps, ...states, ...charts.flatMap((chart) => chart.keys)])
  const rest = shown.filter((key) => !used.has(key))
  const listed = rest.slice(0, cardLinesMax * cardsMax)
  // Two cards of similar length instead of a full one and a short one.
  const perCard = Math.ceil(listed.length / Math.ceil(listed.length / cardLinesMax))
  return {
    position,
    figures,
    lamps,
    charts,
    states,
    cards: listed.length === 0 ? [] : [listed.slice(0, perCard), listed.slice(perCard)].filter((own) => own.length > 0),
    leftOut: rest.slice(listed.length),
  }
}

/** Keys without a value count as numbers: what they will contain most often. */
const isChartable = ({ type, value }: DashboardKey): boolean =>
  type === 'timeseries' && (value === 'number' || value === 'unknown')

/** Both keys come from the same kind of data, which updates them together; telemetry first. */
function positionOf(keys: readonly DashboardKey[]): readonly [DashboardKey, DashboardKey] | null {
  for (const type of ['timeseries', 'attribute'] as const) {
    const own = keys.filter((key) => key.type === type && (key.value === 'number' || key.value === 'unknown'))
    const north = own.find(({ name }) => latitude.test(name))
    const east = own.find(({ name }) => longitude.test(name))
    if (north && east) return [north, east]
  }
  return null
}

/** Charts of keys with the same unit. Without a unit, each key has its own: their scales may differ a lot. */
function chartsOf(numbers: readonly DashboardKey[]): readonly KeyChart[] {
  const groups = new Map<string, { readonly unit: string; readonly keys: DashboardKey[] }>()
  for (const key of numbers) {
    const id = key.unit === '' ? `key ${key.name}` : `unit ${key.unit}`
    const group = groups.get(id)
    if (group) group.keys.push(key)
    else groups.set(id, { unit: key.unit, keys: [key] })
  }
  return [...groups.values()]
    .flatMap(({ unit, keys }) => {
      const count = Math.ceil(keys.length / chartSeriesMax)
      const each = Math.ceil(keys.length / count)
      return Array.from({ length: count }, (_, at) => ({ unit, keys: keys.slice(at * each, (at + 1) * each) }))
    })
    .filter(({ keys }) => keys.length > 0)
    .slice(0, chartsMax)
}
