/** Settings of `digital_gauges.*`: each alias is a preset of the same gauge (widgets.md §4.7). */

import type { DashboardWidget, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { flagOf, isJsonObject, listOf, numberOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { gaugePresets } from '@sonde/model/widgets/gauge-presets'
import { cssColor } from '../../dashboards/css-color.ts'
import { type Limit, type LiveLimits, limitNumber, limitOf } from '../../dashboards/limits.ts'

export type GaugeType = 'arc' | 'donut' | 'horizontalBar' | 'verticalBar'

export interface GaugeBand {
  readonly from: number
  readonly to: number
  readonly color: string
}

export interface GaugeSettings {
  readonly type: GaugeType
  readonly min: number
  readonly max: number
  readonly title: string
  readonly showTitle: boolean
  readonly unitTitle: string
  readonly showUnitTitle: boolean
  readonly showTimestamp: boolean
  readonly showValue: boolean
  readonly showMinMax: boolean
  /** Share of the usual thickness. */
  readonly widthScale: number
  /** Above 0: the gauge is made of pieces. */
  readonly dash: number
  readonly hasRoundEnds: boolean
  readonly trackColor: string | null
  /** Fills the gauge; with several they blend from the lowest value to the highest. */
  readonly levelColors: readonly string[]
  readonly bands: readonly GaugeBand[]
  /** Limits; ticks at them. */
  readonly marks: readonly number[]
}

export const gaugeAliases = Object.keys(gaugePresets)

const types: readonly GaugeType[] = ['arc', 'donut', 'horizontalBar', 'verticalBar']

/** All limits that the settings name. */
export function gaugeLimits({ typeAlias, config }: DashboardWidget): (Limit | null)[] {
  const settings: JsonObject = { ...gaugePresets[typeAlias], ...config.settings }
  return [...levelsOf(settings).flatMap(({ from, to }) => [from, to]), ...ticksOf(settings)]
}

/** `live`: of the limits that attributes hold. */
export function gaugeSettings({ typeAlias, config }: DashboardWidget, live: LiveLimits): GaugeSettings {
  const settings: JsonObject = { ...gaugePresets[typeAlias], ...config.settings }
  const min = numberOf(settings.minValue) ?? 0
  const max = numberOf(settings.maxValue) ?? 100
  const levels = listOf(settings.levelColors).flatMap((color) => cssColor(textOf(color)) ?? [])
  const single = cssColor(textOf(settings.defaultColor))
  return {
    type: types.find((type) => type === settings.gaugeType) ?? 'arc',
    min,
    max: max > min ? max : min + 1,
    title: textOf(settings.title) ?? '',
    showTitle: flagOf(settings.showTitle, false),
    unitTitle: textOf(settings.unitTitle) ?? '',
    showUnitTitle: flagOf(settings.showUnitTitle, false),
    showTimestamp: flagOf(settings.showTimestamp, false),
    showValue: flagOf(settings.showValue, true),
    showMinMax: flagOf(settings.showMinMax, true),
    widthScale: Math.min(2, Math.max(0.1, numberOf(settings.gaugeWidthScale) ?? 0.75)),
    dash: Math.max(0, numberOf(settings.dashThickness) ?? 0),
    hasRoundEnds: flagOf(settings.roundedLineCap, true),
    trackColor: cssColor(textOf(settings.gaugeColor)),
    levelColors: levels.length > 0 ? levels : single ? [single] : [],
    bands: levelsOf(settings).flatMap(({ from, to, color }) => {
      const start = from === null ? min : limitNumber(from, live)
      const end = to === null ? max : limitNumber(to, live)
      // An attribute without a number: where the band lies is not known.
      if (start === null || end === null) return []
      const band = { from: Math.max(min, start), to: Math.min(max, end), color }
      return band.from < band.to ? [band] : []
    }),
    marks: ticksOf(settings).flatMap((tick) => limitNumber(tick, live) ?? []),
  }
}

function levelsOf(settings: JsonObject): { from: Limit | null; to: Limit | null; color: string }[] {
  if (!flagOf(settings.useFixedLevelColor, false)) return []
  return listOf(settings.fixedLevelColors)
    .filter(isJsonObject)
    .flatMap((level) => {
      const color = cssColor(textOf(level.color))
      return color ? [{ from: scaleLimit(level.from), to: scaleLimit(level.to), color }] : []
    })
}

const ticksOf = (settings: JsonObject): (Limit | null)[] =>
  flagOf(settings.showTicks, false) ? listOf(settings.ticksValue).map(scaleLimit) : []

function scaleLimit(json: unknown): Limit | null {
  const { valueSource, value, entityAlias, attribute } = objectOf(json)
  return limitOf({ source: valueSource, value, aliasName: entityAlias, attribute })
}

/** The colour at a share of the scale, 0 to 1: one of the levels, or two of them mixed. */
export function levelColor(levels: readonly string[], share: number): string {
  const [first] = levels
  if (first === undefined) return 'var(--sd-chart-1)'
  const at = Math.min(1, Math.max(0, share)) * (levels.length - 1)
  const low = levels[Math.floor(at)] ?? first
  const high = levels[Math.ceil(at)] ?? low
  const part = Math.round((at - Math.floor(at)) * 100)
  return part === 0 || low === high ? low : `color-mix(in srgb, ${high} ${part}%, ${low})`
}
