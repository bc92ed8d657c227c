/** Map with the latest positions of entities. */

import { readMap } from '@sonde/model/widgets/maps-v2/maps'
import { useMemo } from 'react'
import { useDashboard, type WidgetProps } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { ItemMap, keysOf } from './item-map.tsx'
import { latestItems, worldPair } from './map-data.ts'
import { allowedTiles, tileSourceOf } from './tile-sources.ts'

export function LatestMap(props: WidgetProps) {
  const { widget, view } = props
  const t = useText()
  const { aliases } = useDashboard()
  const settings = readMap(widget.config.settings).values
  const keys = useMemo(() => keysOf(settings), [settings])
  const items = useMemo(
    () =>
      latestItems(view, { widget, keys, aliasName: aliases.nameOf, pairOf: worldPair }).slice(0, settings.mapPageSize),
    [view, widget, keys, aliases, settings],
  )
  const ground = useMemo(() => ({ kind: 'world' as const, tiles: tileSourceOf(settings, allowedTiles()) }), [settings])
  const clusters = useMemo(() => {
    const { useClusterMarkers, maxClusterRadius, maxZoom, zoomOnClick } = settings
    return useClusterMarkers ? { radius: maxClusterRadius, fromZoom: maxZoom, zoomsOnClick: zoomOnClick } : null
  }, [settings])
  return (
    <ItemMap
      {...props}
      items={items}
      keys={keys}
      settings={settings}
      ground={ground}
      clusters={clusters}
      lines={noLines}
      titles={[t('widgets.latitude'), t('widgets.longitude')]}
    />
  )
}

const noLines: readonly never[] = []
