/** Map with the routes of entities over the time window, and markers where they were last. */

import { readRoute } from '@sonde/model/widgets/maps-v2/routes'
import { useMemo } from 'react'
import { useDashboard, type WidgetProps } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { type ItemLine, ItemMap, keysOf } from './item-map.tsx'
import { routesOf } from './map-routes.ts'
import { allowedTiles, tileSourceOf } from './tile-sources.ts'

export function RouteMap(props: WidgetProps) {
  const { widget, view } = props
  const t = useText()
  const { aliases } = useDashboard()
  const settings = readRoute(widget.config.settings).values
  const keys = useMemo(() => keysOf(settings), [settings])
  const routes = useMemo(
    () => routesOf(view, { widget, keys, aliasName: aliases.nameOf }).slice(0, settings.mapPageSize),
    [view, widget, keys, aliases, settings],
  )
  const items = useMemo(() => routes.map(({ item }) => item), [routes])
  const lines = useMemo(
    () =>
      routes.flatMap(({ item, points }): ItemLine[] =>
        points.length < 2
          ? []
          : [
              {
                item,
                shape: {
                  id: `route ${item.id}`,
                  form: { kind: 'line', points },
                  name: item.entity.name,
                  label: '',
                  stroke: null,
                  fill: null,
                  strokeWeight: settings.strokeWeight,
                  strokeOpacity: settings.strokeOpacity,
                  fillOpacity: 0,
                  opensBy: null,
                  isClickable: false,
                },
              },
            ],
      ),
    [routes, settings],
  )
  const ground = useMemo(() => ({ kind: 'world' as const, tiles: tileSourceOf(settings, allowedTiles()) }), [settings])
  return (
    <ItemMap
      {...props}
      items={items}
      keys={keys}
      settings={settings}
      ground={ground}
      clusters={null}
      lines={lines}
      titles={[t('widgets.latitude'), t('widgets.longitude')]}
    />
  )
}
