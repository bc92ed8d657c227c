/** The bundle `digital_gauges`: one gauge in four shapes, each alias with settings to start from (widgets.md §4.7). */

import { gaugePresets } from '@sonde/model/widgets/gauge-presets'
import { choice, color, colors, flag, noSettings, number, settingsForm, text } from './settings-form.ts'
import type { SystemBundle, SystemType } from './system-type.ts'
import { images } from './widget-images.ts'

const shapes = { arc: 'Arc', donut: 'Ring', horizontalBar: 'Bar, lying', verticalBar: 'Bar, standing' } as const
type Shape = keyof typeof shapes

const fields = {
  gaugeType: choice('Shape', 'arc', shapes),
  minValue: number('From', 0),
  maxValue: number('To', 100),
  title: text('Title'),
  showTitle: flag('Show the title', false),
  unitTitle: text('Unit'),
  showUnitTitle: flag('Show the unit', false),
  showTimestamp: flag('Show the time of the value', false),
  showValue: flag('Show the value', true),
  showMinMax: flag('Show the ends of the scale', true),
  gaugeWidthScale: number('Thickness', 0.75),
  dashThickness: number('Length of pieces; 0: one piece', 0),
  roundedLineCap: flag('Round ends', true),
  gaugeColor: color('Colour of the track'),
  defaultColor: color('Colour of the value'),
  levelColors: colors('Colours from low to high'),
  useFixedLevelColor: flag('Colours of fixed ranges', false),
  showTicks: flag('Show ticks', false),
}

/** Name, description, columns and rows by alias. */
const texts: Readonly<Record<string, readonly [string, string, number, number]>> = {
  gauge_justgage: ['Gauge', 'An arc with a title', 4, 3],
  digital_thermometer: ['Thermometer', 'A ring of pieces from -60 to 60', 3, 3],
  digital_speedometer: ['Speedometer', 'An arc of pieces up to 180, with the unit', 5, 3],
  neon_gauge_justgage: ['Gauge of pieces', 'An arc of narrow pieces', 5, 3],
  lcd_gauge: ['Wide gauge', 'An arc of pieces up to 180, with the unit', 5, 3],
  lcd_bar_gauge: ['Standing bar with unit', 'A standing bar of pieces', 2, 3.5],
  simple_neon_gauge_justgage: ['Ring of pieces', 'A ring of pieces', 3, 3],
  vertical_bar_justgage: ['Standing bar', 'A standing bar of pieces', 2, 3.5],
  simple_gauge_justgage: ['Ring', 'A plain ring', 2, 2],
  mini_gauge_justgage: ['Small ring', 'A plain ring for little room', 2, 2],
  digital_bar: ['Lying bar with unit', 'A lying bar up to 180', 6, 2.5],
  horizontal_bar_justgage: ['Lying bar', 'A lying bar with a title', 7, 3],
  digital_vertical_bar: ['Standing thermometer', 'A standing bar of pieces from -60 to 60', 2.5, 4.5],
}

const types = Object.entries(gaugePresets).map(([alias, preset]): SystemType => {
  const [name, description, columns, rows] = texts[alias] ?? [alias, '', 4, 3]
  return {
    alias,
    name,
    description,
    image: images[preset.gaugeType as Shape],
    kind: 'latest',
    size: [columns, rows],
    settings: settingsForm(name, fields, preset),
    keySettings: noSettings,
    config: { showTitle: false, settings: preset },
  }
})

export const digitalGauges: SystemBundle = {
  alias: 'digital_gauges',
  title: 'Digital gauges',
  description: 'One value on a scale',
  image: images.arc,
  types,
}
