/** `maps_v2.*` with markers: latest positions of entities on a map of the world. */

import {
  circleSettings,
  clusterSettings,
  coordinateSettings,
  labelSettings,
  markerSettings,
  polygonSettings,
  providerSettings,
  tooltipPatternDefault,
  tooltipSettings,
  viewSettings,
} from '../map-parts.ts'
import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, type SettingValues, settingsOf } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const settings = settingsOf({
  ...providerSettings,
  ...viewSettings,
  ...coordinateSettings,
  ...labelSettings,
  ...tooltipSettings(tooltipPatternDefault),
  ...markerSettings,
  ...polygonSettings,
  ...circleSettings,
  ...clusterSettings,
})

export type MapValues = SettingValues<typeof settings>

export const readMap = settingsReader(settings)

const picture = `<path d="M12 14l22-6 28 8 22-6v40l-22 6-28-8-22 6z" ${faint} stroke-linejoin="round"/><path d="M48 44c-8-10-10-13-10-18a10 10 0 0 1 20 0c0 5-2 8-10 18z" stroke-linejoin="round"/>`

const maps: readonly Pick<SystemWidgetType, 'alias' | 'name' | 'size'>[] = [
  { alias: 'openstreetmap', name: 'Map', size: [8.5, 6] },
  { alias: 'google_maps', name: 'Map (Google Maps)', size: [8.5, 6] },
  { alias: 'here_map', name: 'Map (HERE)', size: [9.5, 6] },
  { alias: 'tencent_maps', name: 'Map (Tencent Maps)', size: [9, 6] },
]

export const types: readonly SystemWidgetType[] = maps.map((map, index) => ({
  ...map,
  description: 'Markers, areas and circles at the latest positions of entities',
  picture,
  kind: 'latest',
  order: index === 0 ? 1 : 10 + index,
  settings,
  keySettings: noSettings,
}))
