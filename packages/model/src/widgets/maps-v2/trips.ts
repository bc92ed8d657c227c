/** `maps_v2.test`: plays the movements of entities over the time window. Its alias is that of ThingsBoard's type. */

import {
  coordinateSettings,
  labelSettings,
  lineSettings,
  polygonSettings,
  providerSettings,
  tooltipPatternDefault,
  viewSettings,
} from '../map-parts.ts'
import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import {
  choice,
  color,
  flag,
  list,
  noSettings,
  number,
  type SettingValues,
  settingsOf,
  text,
} from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const marker = { group: 'Markers' }
const tooltip = { group: 'Tooltip' }
const path = { group: 'Route' }
const symbols = { ...path, condition: 'model.usePolylineDecorator === true' }
const points = { group: 'Points' }

const settings = settingsOf({
  ...providerSettings,
  ...viewSettings,
  normalizationStep: number('Step', 1000, {
    unit: 'ms',
    minimum: 1,
    group: 'Playback',
    description: 'Times are rounded up to it. A second of playback at × 1 advances one step',
  }),
  ...coordinateSettings,
  ...labelSettings,
  showTooltip: flag('Show tooltips next to the map', true, tooltip),
  tooltipPattern: text('Tooltip', tooltipPatternDefault, { control: 'html', ...tooltip }),
  tooltipColor: text('Background', '#fff', { control: 'color', ...tooltip }),
  tooltipFontColor: text('Text color', '#000', { control: 'color', ...tooltip }),
  tooltipOpacity: number('Opacity', 1, { minimum: 0, maximum: 1, ...tooltip }),
  autocloseTooltip: flag('Only of the selected entity', true, tooltip),
  markerImage: text('Image', '', { control: 'image', ...marker }),
  markerImageSize: number('Image size', 34, { unit: 'px', minimum: 1, maximum: 500, ...marker }),
  markerImages: list(undefined, text()),
  rotationAngle: number('Rotation', 0, { unit: '°', minimum: -360, maximum: 360, ...marker }),
  color: color('Line color', path),
  ...lineSettings,
  usePolylineDecorator: flag('Symbols along the line', false, path),
  decoratorSymbol: choice('Symbol', 'arrowHead', { arrowHead: 'Arrow', dash: 'Dash' }, symbols),
  decoratorSymbolSize: number('Symbol size', 10, { unit: 'px', minimum: 1, maximum: 100, ...symbols }),
  useDecoratorCustomColor: flag('Own color of symbols', false, symbols),
  decoratorCustomColor: text('Symbol color', '#000', { control: 'color', ...symbols }),
  decoratorOffset: text('First symbol', '20px', { description: 'From the start: 20px or 5%', ...symbols }),
  endDecoratorOffset: text('Last symbol', '20px', { description: 'From the end', ...symbols }),
  decoratorRepeat: text('From symbol to symbol', '20px', symbols),
  showPoints: flag('Show points', false, points),
  pointColor: color('Color of points', points),
  pointSize: number('Radius', 10, { unit: 'px', minimum: 1, maximum: 100, ...points }),
  usePointAsAnchor: flag('Playback stops at points', false, {
    description: 'The step buttons go from point to point',
    ...points,
  }),
  pointTooltipOnRightPanel: flag('Tooltips of points next to the map', true, points),
  ...polygonSettings,
})

export type TripValues = SettingValues<typeof settings>

export const readTrip = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'test',
    name: 'Trip animation',
    description: 'Plays where entities were in the time window',
    picture: `<path d="M12 12l22-4 28 6 22-4v32l-22 4-28-6-22 4z" ${faint} stroke-linejoin="round"/><path d="M22 36l14-8 14 4 20-14" stroke-linejoin="round"/><circle cx="50" cy="32" r="4"/><path d="M12 56h72" ${faint}/><circle cx="52" cy="56" r="3"/>`,
    kind: 'timeseries',
    size: [10, 6.5],
    order: 3,
    settings,
    keySettings: noSettings,
  },
]
