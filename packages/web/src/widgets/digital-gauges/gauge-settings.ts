/** Reads the settings of a gauge: scale, colors, ranges and marks. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type GaugeLimit,
  type GaugeValues,
  gaugeReaders,
  readGauge,
} from '@sonde/model/widgets/digital-gauges/digital-gauge'
import type { ReadSettings } from '@sonde/model/widgets/read-settings'
import { cssColor, inkColor, type Limit, type LiveLimits, limitNumber, limitOf } from '../../dashboards/widget-api.ts'
import { type GaugeTexts, gaugeTexts } from './gauge-fonts.ts'

export interface GaugeBand {
  readonly from: number
  readonly to: number
  readonly color: string
}

export interface GaugeMarks {
  readonly color: string | null
  /** Px. */
  readonly width: number
}

export interface GaugeSettings extends Omit<GaugeValues, 'levelColors'> {
  /** Always greater than `minValue`. */
  readonly maxValue: number
  readonly trackColor: string | null
  /** Fill colors. Several are blended from the lowest value to the highest. */
  readonly levelColors: readonly string[]
  readonly bands: readonly GaugeBand[]
  readonly texts: GaugeTexts
  readonly markLook: GaugeMarks
  /** Ms; 0: changes are not animated. */
  readonly animationMs: number
  /** Limits that are marked by ticks. */
  readonly marks: readonly number[]
}

export const readGaugeSettings = ({ typeAlias, config }: DashboardWidget): ReadSettings<GaugeValues> =>
  (gaugeReaders.get(typeAlias) ?? readGauge)(config.settings)

/** All limits in the settings, for their data requests. */
export function gaugeLimits(widget: DashboardWidget): (Limit | null)[] {
  const settings = readGaugeSettings(widget).values
  return [...levelsOf(settings).flatMap(({ from, to }) => [from, to]), ...ticksOf(settings)]
}

/** `live`: current values of attribute limits. */
export function gaugeSettings(widget: DashboardWidget, live: LiveLimits): GaugeSettings {
  const settings = readGaugeSettings(widget).values
  const { minValue: min } = settings
  const max = settings.maxValue > min ? settings.maxValue : min + 1
  const levels = settings.levelColors.flatMap((color) => cssColor(color) ?? [])
  const single = cssColor(settings.defaultColor)
  return {
    ...settings,
    maxValue: max,
    texts: gaugeTexts(settings),
    markLook: { color: inkColor(settings.colorTicks), width: settings.tickWidth / 2 },
    animationMs: settings.animation ? settings.animationDuration : 0,
    trackColor: cssColor(settings.gaugeColor),
    levelColors: levels.length > 0 ? levels : single ? [single] : [],
    bands: levelsOf(settings).flatMap(({ from, to, color }) => {
      const start = from === null ? min : limitNumber(from, live)
      const end = to === null ? max : limitNumber(to, live)
      // The limit's attribute has no numeric value, so the band is omitted.
      if (start === null || end === null) return []
      const band = { from: Math.max(min, start), to: Math.min(max, end), color }
      return band.from < band.to ? [band] : []
    }),
    marks: ticksOf(settings).flatMap((tick) => limitNumber(tick, live) ?? []),
  }
}

function levelsOf(settings: GaugeValues): { from: Limit | null; to: Limit | null; color: string }[] {
  if (!settings.useFixedLevelColor) return []
  return settings.fixedLevelColors.flatMap((level) => {
    const color = cssColor(level.color)
    return color ? [{ from: limitIn(level.from), to: limitIn(level.to), color }] : []
  })
}

const ticksOf = (settings: GaugeValues): (Limit | null)[] =>
  settings.showTicks ? settings.ticksValue.map(limitIn) : []

const limitIn = ({ valueSource, value, entityAlias, attribute }: GaugeLimit): Limit | null =>
  limitOf(valueSource, value, entityAlias, attribute)

/** Color at a share of the scale, 0 to 1: a level's color or a mix of two. */
export function levelColor(levels: readonly string[], share: number): string {
  const [first] = levels
  if (first === undefined) return 'var(--sd-chart-1)'
  const at = Math.min(1, Math.max(0, share)) * (levels.length - 1)
  const low = levels[Math.floor(at)] ?? first
  const high = levels[Math.ceil(at)] ?? low
  const part = Math.round((at - Math.floor(at)) * 100)
  return part === 0 || low === high ? low : `color-mix(in srgb, ${high} ${part}%, ${low})`
}

/** CSS filter of a glow around the value. `brightness`: 0 to 100. */
export function glowFilter(brightness: number, color: string, thicknessPx: number): string | undefined {
  if (brightness <= 0) return undefined
  const reach = Math.round(((brightness / 100) * Math.min(24, thicknessPx) + 1) * 10) / 10
  return `drop-shadow(0 0 ${reach}px ${color})`
}

/** Lengths of the segments of a gauge and of the space between them; undefined: it is continuous. */
export const dashArray = (dashThickness: number): string | undefined =>
  dashThickness > 0 ? `${dashThickness * 3} ${dashThickness * 2}` : undefined
