/** Title and legend of a chart: the title has what its series have in common, the legend what tells them apart. Pure. */

/** Names of a series as shown to the user. */
export interface NamedSeries {
  readonly entityId: string
  /** Empty: not loaded yet. */
  readonly entity: string
  readonly key: string
  /** Display name of the key, else the key itself. */
  readonly keyName: string
  /** Empty: unknown or none. */
  readonly unit: string
}

export interface ChartHead {
  /** Null: the series have too little in common, or their names aren't loaded yet. */
  readonly title: string | null
  /** Units of the series, each once. */
  readonly units: readonly string[]
  /** One text per series, in their order. */
  readonly legend: readonly string[]
}

export interface HeadTexts {
  /** Such as `Pump 3, Temperature`. */
  readonly joined: (entity: string, key: string) => string
  /** Such as `Inflow and Outflow`. */
  readonly listed: (names: readonly string[]) => string
}

/** Maximum number of keys that a title names. */
const keysMax = 2

export function chartHead(series: readonly NamedSeries[], { joined, listed }: HeadTexts): ChartHead {
  const [first] = series
  const units = distinct(series.map(({ unit }) => unit)).filter((unit) => unit !== '')
  if (!first) return { title: null, units, legend: [] }
  if (series.every(({ key }) => key === first.key)) {
    return { title: titleOfKey(first.keyName), units, legend: series.map(({ entity }) => entity) }
  }
  if (series.every(({ entityId }) => entityId === first.entityId)) {
    const withUnit = ({ keyName, unit }: NamedSeries) => (units.length > 1 && unit ? joined(keyName, unit) : keyName)
    return { title: first.entity || null, units, legend: series.map(withUnit) }
  }
  const keys = distinct(series.map(({ keyName }) => titleOfKey(keyName)))
  return {
    title: keys.length <= keysMax ? listed(keys) : null,
    units,
    legend: series.map(({ entity, keyName }) => joined(entity, keyName)),
  }
}

/** Plain words begin with a capital as titles do; other spellings, such as `pH` and `fw_state`, stay as they are. */
const titleOfKey = (name: string): string =>
  /^\p{Ll}[\p{Ll} ]*$/u.test(name) ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : name

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]
