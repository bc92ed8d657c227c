/** `digital_gauges.*`: one gauge in four shapes; each alias has its own preset. */

import { faint } from '../pictures.ts'
import { type SettingsReader, settingsReader } from '../read-settings.ts'
import {
  choice,
  color,
  flag,
  list,
  maybeNumber,
  noSettings,
  number,
  type SettingValues,
  settingsOf,
  text,
} from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'
import { oneValue } from '../type-parameters.ts'

/** A number, or an attribute of an entity. */
const limit = settingsOf({
  valueSource: choice(undefined, 'predefinedValue', { predefinedValue: 'Number', entityAttribute: 'Attribute' }),
  value: maybeNumber(),
  entityAlias: text(),
  attribute: text(),
})

/** Sizes are relative to the gauge: the default is the usual size. */
const font = (size: number) =>
  settingsOf({
    family: text(),
    size: number(undefined, size, { minimum: 1, maximum: 200 }),
    style: choice(undefined, 'normal', { normal: 'Normal', italic: 'Italic', oblique: 'Oblique' }),
    weight: text(),
    color: text(),
  })

const settings = settingsOf({
  gaugeType: choice('Shape', 'arc', {
    arc: 'Arc',
    donut: 'Ring',
    horizontalBar: 'Bar, lying',
    verticalBar: 'Bar, standing',
  }),
  minValue: number('From', 0),
  maxValue: number('To', 100),
  title: text('Title'),
  showTitle: flag('Show the title', false),
  unitTitle: text('Unit'),
  showUnitTitle: flag('Show the unit', false),
  showTimestamp: flag('Show time of the value', false),
  timestampFormat: text('Format of the time', '', {
    description: 'Such as yyyy-MM-dd HH:mm. Empty: the format of the user',
  }),
  showValue: flag('Show the value', true),
  showMinMax: flag('Show minimum and maximum', true),
  gaugeWidthScale: number('Thickness', 0.75, { minimum: 0.1, maximum: 2 }),
  dashThickness: number('Segment length. 0 = continuous', 0, { minimum: 0 }),
  roundedLineCap: flag('Rounded ends', true),
  neonGlowBrightness: number('Glow', 0, { unit: '%', minimum: 0, maximum: 100, description: '0 = none' }),
  gaugeColor: color('Track color'),
  defaultColor: color('Value color'),
  levelColors: list('Colors from low to high', text(undefined, '', { control: 'color' })),
  useFixedLevelColor: flag('Colors of fixed ranges', false),
  fixedLevelColors: list(undefined, settingsOf({ from: limit, to: limit, color: text() })),
  showTicks: flag('Show ticks', false),
  ticksValue: list(undefined, limit),
  tickWidth: number('Tick width', 4, { minimum: 1, maximum: 20 }),
  colorTicks: color('Tick color'),
  animation: flag('Animate changes', true),
  animationDuration: number('Duration of the animation', 500, { unit: 'ms', minimum: 0, maximum: 5000 }),
  animationRule: text(undefined, 'linear'),
  titleFont: font(12),
  labelFont: font(8),
  valueFont: font(18),
  minMaxFont: font(10),
})

export type GaugeValues = SettingValues<typeof settings>
export type GaugeShape = GaugeValues['gaugeType']
export type GaugeFont = SettingValues<ReturnType<typeof font>>
export type GaugeLimit = SettingValues<typeof limit>

const pictures: Readonly<Record<GaugeShape, string>> = {
  arc: `<path d="M14 52a34 34 0 0 1 68 0" ${faint} stroke-width="9"/><path d="M14 52a34 34 0 0 1 46-32" stroke-width="9"/>`,
  donut: `<circle cx="48" cy="32" r="23" ${faint} stroke-width="9"/><path d="M48 9a23 23 0 1 1-22 30" stroke-width="9"/>`,
  horizontalBar: `<path d="M14 34h68" ${faint} stroke-width="11"/><path d="M14 34h40" stroke-width="11"/>`,
  verticalBar: `<path d="M48 56V8" ${faint} stroke-width="11"/><path d="M48 56V30" stroke-width="11"/>`,
}

interface Gauge {
  readonly name: string
  readonly description: string
  readonly size: readonly [number, number]
  readonly preset: Partial<GaugeValues> & { readonly gaugeType: GaugeShape }
}

const thermometer = { minValue: -60, maxValue: 60 }

const gauges: Readonly<Record<string, Gauge>> = {
  gauge_justgage: {
    name: 'Gauge',
    description: 'An arc with a title',
    size: [4, 3],
    preset: { gaugeType: 'arc', showTitle: true },
  },
  digital_thermometer: {
    name: 'Thermometer',
    description: 'A segmented ring from −60 to 60',
    size: [3, 3],
    preset: { gaugeType: 'donut', ...thermometer, dashThickness: 1.5, neonGlowBrightness: 35 },
  },
  digital_speedometer: {
    name: 'Speedometer',
    description: 'A segmented arc up to 180, with the unit',
    size: [5, 3],
    preset: { gaugeType: 'arc', maxValue: 180, dashThickness: 1.5, showUnitTitle: true, neonGlowBrightness: 40 },
  },
  neon_gauge_justgage: {
    name: 'Segmented gauge',
    description: 'An arc with narrow segments',
    size: [5, 3],
    preset: { gaugeType: 'arc', dashThickness: 1, neonGlowBrightness: 70 },
  },
  lcd_gauge: {
    name: 'Wide gauge',
    description: 'A segmented arc up to 180, with the unit',
    size: [5, 3],
    preset: { gaugeType: 'arc', maxValue: 180, dashThickness: 1.5, showUnitTitle: true },
  },
  lcd_bar_gauge: {
    name: 'Vertical bar with unit',
    description: 'A segmented vertical bar',
    size: [2, 3.5],
    preset: { gaugeType: 'verticalBar', dashThickness: 1.5, showUnitTitle: true },
  },
  simple_neon_gauge_justgage: {
    name: 'Segmented ring',
    description: 'A segmented ring',
    size: [3, 3],
    preset: { gaugeType: 'donut', dashThickness: 1.5, neonGlowBrightness: 40 },
  },
  vertical_bar_justgage: {
    name: 'Vertical bar',
    description: 'A segmented vertical bar',
    size: [2, 3.5],
    preset: { gaugeType: 'verticalBar', dashThickness: 1.5 },
  },
  simple_gauge_justgage: {
    name: 'Ring',
    description: 'A plain ring',
    size: [2, 2],
    preset: { gaugeType: 'donut' },
  },
  mini_gauge_justgage: {
    name: 'Small ring',
    description: 'A plain ring for small widgets',
    size: [2, 2],
    preset: { gaugeType: 'donut' },
  },
  digital_bar: {
    name: 'Horizontal bar with unit',
    description: 'A horizontal bar up to 180',
    size: [6, 2.5],
    preset: { gaugeType: 'horizontalBar', maxValue: 180, showUnitTitle: true, neonGlowBrightness: 40 },
  },
  horizontal_bar_justgage: {
    name: 'Horizontal bar',
    description: 'A horizontal bar with a title',
    size: [7, 3],
    preset: { gaugeType: 'horizontalBar', showTitle: true },
  },
  digital_vertical_bar: {
    name: 'Vertical thermometer',
    description: 'A segmented vertical bar from −60 to 60',
    size: [2.5, 4.5],
    preset: {
      gaugeType: 'verticalBar',
      ...thermometer,
      dashThickness: 1.2,
      showUnitTitle: true,
      neonGlowBrightness: 20,
    },
  },
}

/** Settings readers by type alias. */
export const gaugeReaders: ReadonlyMap<string, SettingsReader<GaugeValues>> = new Map(
  Object.entries(gauges).map(([alias, { preset }]) => [alias, settingsReader(settings, preset)]),
)

/** Settings reader for gauges with an unknown alias. */
export const readGauge = settingsReader(settings)

export const types: readonly SystemWidgetType[] = Object.entries(gauges).map(([alias, gauge], order) => ({
  ...gauge,
  alias,
  picture: pictures[gauge.preset.gaugeType],
  kind: 'latest',
  order,
  settings,
  keySettings: noSettings,
  parameters: oneValue,
  config: { showTitle: false },
}))
