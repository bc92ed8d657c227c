/** Widget types of the bundle `maps_v2`. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { readImageMap } from '@sonde/model/widgets/maps-v2/image-map'
import { readMap } from '@sonde/model/widgets/maps-v2/maps'
import { readRoute } from '@sonde/model/widgets/maps-v2/routes'
import { readTrip } from '@sonde/model/widgets/maps-v2/trips'
import { type WidgetProps, widgetType } from '../../dashboards/widget-api.ts'
import { LatestMap } from './latest-map.tsx'
import { itemFunctionNames } from './map-functions.ts'
import { PictureMap } from './picture-map.tsx'
import { RouteMap } from './route-map.tsx'
import { TripMap } from './trip-map.tsx'

type Kind = 'latest' | 'route' | 'picture' | 'trip'

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['openstreetmap', 'latest'],
  ['google_maps', 'latest'],
  ['here_map', 'latest'],
  ['tencent_maps', 'latest'],
  ['route_map_openstreetmap', 'route'],
  ['route_map', 'route'],
  ['route_map_tencent_maps', 'route'],
  ['image_map', 'picture'],
  ['test', 'trip'],
])

/** Provider names that say what is drawn; the others are maps of the world. */
const providers = new Set(['google-map', 'openstreet-map', 'here', 'tencent-map'])

/** `provider` in the settings has precedence over the alias of the type. */
export function kindOf({ typeAlias, type, config }: Pick<DashboardWidget, 'typeAlias' | 'type' | 'config'>): Kind {
  const { provider } = config.settings
  const byAlias = kinds.get(typeAlias) ?? 'latest'
  if (byAlias === 'trip') return 'trip'
  if (byAlias === 'route' || type === 'timeseries') return 'route'
  if (provider === 'image-map') return 'picture'
  return typeof provider === 'string' && providers.has(provider) ? 'latest' : byAlias
}

function MapWidget(props: WidgetProps) {
  switch (kindOf(props.widget)) {
    case 'latest':
      return <LatestMap {...props} />
    case 'route':
      return <RouteMap {...props} />
    case 'picture':
      return <PictureMap {...props} />
    case 'trip':
      return <TripMap {...props} />
  }
}

const readers = { latest: readMap, route: readRoute, picture: readImageMap, trip: readTrip }

export default widgetType(MapWidget, {
  aliases: [...kinds.keys()],
  settings: (widget) => readers[kindOf(widget)](widget.config.settings),
  needs: 'entities',
  runs: [...itemFunctionNames, 'posFunction', 'funcBody'],
  actionSources: ['markerClick', 'polygonClick', 'circleClick', 'tooltipAction'],
})
