/** Latest positions of entities on a picture. */

import type { Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { readImageMap } from '@sonde/model/widgets/maps-v2/image-map'
import { useEffect, useMemo, useState } from 'react'
import { useDashboard, useEntityRows, useSource, type WidgetProps } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { ItemMap } from './item-map.tsx'
import type { MapGround } from './leaflet-map.ts'
import { latestItems, picturePair } from './map-data.ts'
import { usePlacedItems } from './map-functions.ts'

export function PictureMap(props: WidgetProps) {
  const { widget, view } = props
  const t = useText()
  const { aliases } = useDashboard()
  const settings = readImageMap(widget.config.settings).values
  const url = usePictureUrl(settings, props.isSeen)
  const ground = usePicture(url ?? '')
  const { xPosKeyName: first, yPosKeyName: second, polKeyName, polygonKeyName, circleKeyName } = settings
  const keys = useMemo(
    () => ({
      first,
      second,
      polygon: settings.showPolygon ? polKeyName || polygonKeyName : '',
      circle: settings.showCircle ? circleKeyName : '',
    }),
    [first, second, settings, polKeyName, polygonKeyName, circleKeyName],
  )
  const found = useMemo(
    () =>
      latestItems(view, { widget, keys, aliasName: aliases.nameOf, pairOf: picturePair }).slice(
        0,
        settings.mapPageSize,
      ),
    [view, widget, keys, aliases, settings],
  )
  const items = usePlacedItems(widget, settings.posFunction, found)
  const clusters = useMemo(() => {
    const { useClusterMarkers, maxClusterRadius, maxZoom, zoomOnClick } = settings
    return useClusterMarkers ? { radius: maxClusterRadius, fromZoom: maxZoom, zoomsOnClick: zoomOnClick } : null
  }, [settings])
  if (url === null || ground === 'loading') return null
  if (ground === 'failed' && !props.isTable) {
    return (
      <div className="widget-state">
        <p>{url === '' ? t('widgets.mapNoPicture') : t('widgets.mapPictureFailed')}</p>
      </div>
    )
  }
  return (
    <ItemMap
      {...props}
      items={items}
      keys={keys}
      settings={settings}
      ground={ground === 'failed' ? noPicture : ground}
      clusters={clusters}
      lines={noLines}
      titles={['X', 'Y']}
    />
  )
}

const noLines: readonly never[] = []
const noPicture: MapGround = { kind: 'world', tiles: null }

type PictureSettings = Pick<
  ReturnType<typeof readImageMap>['values'],
  'mapImageUrl' | 'imageEntityAlias' | 'imageUrlAttribute'
>

/**
 * URL of the picture: live from an attribute of an alias's entity, otherwise that of the settings. Empty: none; null: not
 * known yet.
 */
function usePictureUrl({ mapImageUrl, imageEntityAlias, imageUrlAttribute }: PictureSettings, isSeen: boolean) {
  const { aliases } = useDashboard()
  const isLive = imageEntityAlias !== '' && imageUrlAttribute !== ''
  const source = useSource(isLive ? sourceNamed(imageEntityAlias, aliases.idOf(imageEntityAlias)) : null)
  const key = { type: 'ATTRIBUTE', key: imageUrlAttribute } as const
  const { state } = useEntityRows(
    source.kind === 'resolved'
      ? { filter: source.filter, keyFilters: [], keys: [key], pageLink: { page: 0, pageSize: 1, dynamic: true } }
      : null,
    isSeen,
  )
  if (!isLive || source.kind === 'unresolved' || source.kind === 'failed' || state.kind === 'failed') return mapImageUrl
  if (source.kind === 'pending' || state.kind === 'loading') return null
  return state.rows[0]?.value(key)?.value || mapImageUrl
}

const sourceNamed = (name: string, entityAliasId: string | null): Datasource => ({
  type: 'entity',
  name,
  entityAliasId,
  filterId: null,
  entityType: null,
  entityId: null,
  dataKeys: [],
})

/** The picture with its size, which decides the places of the markers. */
function usePicture(url: string): MapGround | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly size: readonly [number, number] | null }>()
  useEffect(() => {
    if (url === '') return
    let isGone = false
    const image = new Image()
    const done = (size: readonly [number, number] | null) => {
      if (!isGone) setLoaded({ url, size })
    }
    image.onload = () => done(image.naturalWidth > 0 ? [image.naturalWidth, image.naturalHeight] : [1000, 1000])
    image.onerror = () => done(null)
    image.src = url
    return () => {
      isGone = true
    }
  }, [url])
  const size = loaded?.url === url ? loaded.size : undefined
  return useMemo(() => {
    if (url === '' || size === null) return 'failed'
    return size ? { kind: 'picture', url, width: size[0], height: size[1] } : 'loading'
  }, [url, size])
}
