/** `digital_gauges.*`: each alias is the same gauge with settings of its own to start from (widgets.md §4.7). */

import type { JsonObject } from '../dashboards/dashboard-configuration.ts'

const thermometer = { minValue: -60, maxValue: 60 }

export const gaugePresets: Readonly<Record<string, JsonObject>> = {
  gauge_justgage: { gaugeType: 'arc', showTitle: true },
  digital_thermometer: { gaugeType: 'donut', ...thermometer, dashThickness: 1.5 },
  digital_speedometer: { gaugeType: 'arc', maxValue: 180, dashThickness: 1.5, showUnitTitle: true },
  neon_gauge_justgage: { gaugeType: 'arc', dashThickness: 1 },
  lcd_gauge: { gaugeType: 'arc', maxValue: 180, dashThickness: 1.5, showUnitTitle: true },
  lcd_bar_gauge: { gaugeType: 'verticalBar', dashThickness: 1.5, showUnitTitle: true },
  simple_neon_gauge_justgage: { gaugeType: 'donut', dashThickness: 1.5 },
  vertical_bar_justgage: { gaugeType: 'verticalBar', dashThickness: 1.5 },
  simple_gauge_justgage: { gaugeType: 'donut' },
  mini_gauge_justgage: { gaugeType: 'donut' },
  digital_bar: { gaugeType: 'horizontalBar', maxValue: 180, showUnitTitle: true },
  horizontal_bar_justgage: { gaugeType: 'horizontalBar', showTitle: true },
  digital_vertical_bar: { gaugeType: 'verticalBar', ...thermometer, dashThickness: 1.2, showUnitTitle: true },
}
