/** A map of entities: their markers and shapes with tooltips and actions, and the table view. */

import { escapeHtml, fillPattern } from '@sonde/model/dashboards/text-patterns'
import type { MapValues } from '@sonde/model/widgets/maps-v2/maps'
import { useMemo } from 'react'
import { useWidgetActions, type WidgetProps } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import type { MapGround } from './leaflet-map.ts'
import type { ItemKeys, MapItem } from './map-data.ts'
import { useItemFunctions } from './map-functions.ts'
import type { ClusterRule, MapScene, SceneShape } from './map-scene.ts'
import type { Pair } from './map-shapes.ts'
import { MapTable } from './map-table.tsx'
import { actId, circlePrefix, circleShape, markerOf, polygonPrefix, polygonShape, withActs } from './map-texts.ts'
import { MapView, type TooltipContent } from './map-view.tsx'
import type { TileSettings } from './tile-sources.ts'

/** Settings that all maps of entities have. */
export type ItemSettings = Omit<
  MapValues,
  | keyof TileSettings
  | CoordinateNames
  | 'provider'
  | 'useClusterMarkers'
  | 'zoomOnClick'
  | 'maxZoom'
  | 'maxClusterRadius'
>
type CoordinateNames = 'latKeyName' | 'lngKeyName'

/** A line of an item, whose color may come from the same function as that of its marker. */
export interface ItemLine {
  readonly item: MapItem
  readonly shape: SceneShape
}

interface ItemMapProps extends Pick<WidgetProps, 'widget' | 'view' | 'isStale' | 'isTable' | 'zone'> {
  readonly items: readonly MapItem[]
  readonly keys: ItemKeys
  readonly settings: ItemSettings
  readonly ground: MapGround
  readonly clusters: ClusterRule | null
  /** Drawn beneath the markers. */
  readonly lines: readonly ItemLine[]
  /** Column titles of positions in the table. */
  readonly titles: readonly [first: string, second: string]
}

export function ItemMap(props: ItemMapProps) {
  const { widget, view, isStale, isTable, zone, items, keys, settings, ground, clusters, lines, titles } = props
  const t = useText()
  const actions = useWidgetActions(widget)
  const { config } = widget
  const made = useItemFunctions(widget, view, settings, items)
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const acts = useMemo(
    () => new Map(actions.of('tooltipAction').map((one) => [actId(one.action.name), one])),
    [actions],
  )
  const actIds = useMemo(() => new Set(acts.keys()), [acts])
  const scene = useMemo((): MapScene => {
    const has = (source: 'markerClick' | 'polygonClick' | 'circleClick') => actions.of(source).length > 0
    const [marker, polygon, circle] = [has('markerClick'), has('polygonClick'), has('circleClick')]
    return {
      markers: items.flatMap((item) =>
        item.position ? [{ ...markerOf(item, settings, made, marker), at: item.position }] : [],
      ),
      shapes: [
        ...lines.map(({ item, shape }) => ({ ...shape, stroke: made.color('colorFunction', item, settings.color) })),
        ...items.flatMap((item) => polygonShape(item, settings, made, polygon) ?? []),
        ...items.flatMap((item) => circleShape(item, settings, made, circle) ?? []),
      ],
      clusters,
    }
  }, [items, lines, settings, made, clusters, actions])
  if (isTable) return <MapTable items={items} keys={keys} titles={titles} config={config} zone={zone} />

  function partOf(id: string) {
    if (id.startsWith(polygonPrefix)) {
      return {
        item: byId.get(id.slice(polygonPrefix.length)),
        source: 'polygonClick' as const,
        pattern: settings.polygonTooltipPattern,
        patternFunction: 'polygonTooltipFunction' as const,
        closesOthers: settings.autoClosePolygonTooltip,
      }
    }
    if (id.startsWith(circlePrefix)) {
      return {
        item: byId.get(id.slice(circlePrefix.length)),
        source: 'circleClick' as const,
        pattern: settings.circleTooltipPattern,
        patternFunction: 'circleTooltipFunction' as const,
        closesOthers: settings.autoCloseCircleTooltip,
      }
    }
    return {
      item: byId.get(id),
      source: 'markerClick' as const,
      pattern: settings.tooltipPattern,
      patternFunction: 'tooltipFunction' as const,
      closesOthers: settings.autocloseTooltip,
    }
  }

  function tooltipOf(id: string): TooltipContent | null {
    const { item, pattern, patternFunction, closesOthers } = partOf(id)
    if (!item) return null
    return {
      html: fillPattern(withActs(made.pattern(patternFunction, item, pattern)), item.data, { encode: escapeHtml }),
      clickableIds: actIds,
      onElement: (actionId, anchor) => actions.run(acts.get(actionId), { entity: item.entity, anchor }),
      closesOthers,
    }
  }

  function select(id: string, anchor: Element | null): void {
    const { item, source } = partOf(id)
    if (!item) return
    actions.setActiveEntity(item.entity)
    const [action] = actions.of(source)
    actions.run(action, { entity: item.entity, anchor })
  }

  const missing = items.filter(({ position, polygon, circle }) => !position && !polygon && !circle).length
  return (
    <MapView
      title={config.title}
      ground={ground}
      scene={scene}
      wheelZooms={!settings.disableScrollZooming}
      hidesZoom={settings.disableZoomControl}
      fits={settings.fitMapBounds}
      zoom={settings.defaultZoomLevel}
      center={settings.useDefaultCenterPosition ? centerOf(settings.defaultCenterPosition) : null}
      isStale={isStale}
      tooltipOf={tooltipOf}
      onDrawn={made.flush}
      onSelect={select}
      note={missing > 0 ? t('widgets.mapWithout', { count: missing }) : ''}
    />
  )
}

/** Latitude and longitude such as `50.1, 8.6`; null if it isn't that. */
export function centerOf(text: string): Pair | null {
  const [first = Number.NaN, second = Number.NaN, ...rest] = text.split(',').map((part) => Number.parseFloat(part))
  return rest.length > 0 || Number.isNaN(first) || Number.isNaN(second) ? null : [first, second]
}

export const keysOf = (settings: ItemSettings & Pick<MapValues, CoordinateNames>): ItemKeys => ({
  first: settings.latKeyName,
  second: settings.lngKeyName,
  polygon: settings.showPolygon ? settings.polKeyName || settings.polygonKeyName : '',
  circle: settings.showCircle ? settings.circleKeyName : '',
})
