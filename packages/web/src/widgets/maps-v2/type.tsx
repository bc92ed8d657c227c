/** Widget types of the bundle `maps_v2`. */

import { readMap } from '@sonde/model/widgets/maps-v2/maps'
import { widgetType } from '../../dashboards/widget-api.ts'
import { LatestMap } from './latest-map.tsx'

export default widgetType(LatestMap, {
  aliases: ['openstreetmap', 'google_maps', 'here_map', 'tencent_maps'],
  settings: ({ config }) => readMap(config.settings),
  needs: 'entities',
})
