/** `maps_v2.route_map*`: routes of entities over the time window. */

import {
  circleSettings,
  coordinateSettings,
  labelSettings,
  lineSettings,
  markerSettings,
  polygonSettings,
  providerSettings,
  tooltipPatternDefault,
  tooltipSettings,
  viewSettings,
} from '../map-parts.ts'
import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, settingsOf } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const settings = settingsOf({
  ...providerSettings,
  ...viewSettings,
  ...coordinateSettings,
  ...labelSettings,
  ...tooltipSettings(tooltipPatternDefault),
  ...markerSettings,
  ...lineSettings,
  ...polygonSettings,
  ...circleSettings,
})

export const readRoute = settingsReader(settings)

const picture = `<path d="M12 14l22-6 28 8 22-6v40l-22 6-28-8-22 6z" ${faint} stroke-linejoin="round"/><path d="M20 44l16-12 14 6 22-18" stroke-linejoin="round"/><circle cx="72" cy="20" r="4"/>`

const routes: readonly Pick<SystemWidgetType, 'alias' | 'name'>[] = [
  { alias: 'route_map_openstreetmap', name: 'Route map' },
  { alias: 'route_map', name: 'Route map (Google Maps)' },
  { alias: 'route_map_tencent_maps', name: 'Route map (Tencent Maps)' },
]

export const types: readonly SystemWidgetType[] = routes.map((route, index) => ({
  ...route,
  description: 'Where entities were in the time window, and where they are now',
  picture,
  kind: 'timeseries',
  size: [8.5, 6],
  order: index === 0 ? 2 : 20 + index,
  settings,
  keySettings: noSettings,
}))
