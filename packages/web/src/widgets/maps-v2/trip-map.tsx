/** Map that plays the movements of entities over the time window. */

import './trip.css'
import { readTrip } from '@sonde/model/widgets/maps-v2/trips'
import { PanelRight } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import {
  chosenBackground,
  useDashboard,
  useElementSize,
  useWidgetActions,
  type WidgetProps,
} from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { PlaybackControl } from '../../ui/playback/playback-control.tsx'
import { centerOf } from './item-map.tsx'
import type { MapItem } from './map-data.ts'
import { noFunctions } from './map-functions.ts'
import type { MapScene } from './map-scene.ts'
import { MapTable } from './map-table.tsx'
import { actId, polygonShape } from './map-texts.ts'
import { MapView } from './map-view.tsx'
import { allowedTiles, tileSourceOf } from './tile-sources.ts'
import { pointOf, tripLabel, tripLine, tripMarker, tripPoint, tripTooltip } from './trip-texts.ts'
import { itemAt, placeAt, type Trip, tripsOf } from './trips.ts'

// Contains the sanitizer, which few dashboards need.
const UserHtml = lazy(() => import('../../user-html/user-html.tsx').then((module) => ({ default: module.UserHtml })))

/** Maximum number of points that are drawn. */
const pointsMax = 1000

export function TripMap({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const { aliases } = useDashboard()
  const { config } = widget
  const settings = useMemo(() => readTrip(config.settings).values, [config])
  const keys = useMemo(
    () => ({
      first: settings.latKeyName,
      second: settings.lngKeyName,
      polygon: settings.showPolygon ? settings.polKeyName || settings.polygonKeyName : '',
      circle: '',
    }),
    [settings],
  )
  const parts = useMemo(() => ({ widget, keys, aliasName: aliases.nameOf }), [widget, keys, aliases])
  const { trips, range, grid } = useMemo(() => {
    const found = tripsOf(view, parts, settings.normalizationStep)
    return { ...found, trips: found.trips.slice(0, settings.mapPageSize) }
  }, [view, parts, settings])
  const [chosenMs, setMs] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [hasPanel, setPanel] = useState(true)
  const [box, size] = useElementSize<HTMLDivElement>()
  const ms = range ? Math.max(range.minMs, Math.min(chosenMs ?? range.minMs, range.maxMs)) : 0

  // What a frame of the playback doesn't change. Values change only with a step.
  const stepMs = grid.minMs + Math.floor((ms - grid.minMs) / grid.stepMs) * grid.stepMs
  const items = useMemo(() => trips.map((trip) => itemAt(trip, stepMs, grid, parts)), [trips, stepMs, grid, parts])
  const actions = useWidgetActions(widget)
  const acts = useMemo(
    () => new Map(actions.of('tooltipAction').map((one) => [actId(one.action.name), one])),
    [actions],
  )
  const actIds = useMemo(() => new Set(acts.keys()), [acts])
  const lines = useMemo(
    () => trips.flatMap((trip) => (trip.points.length > 1 ? [tripLine(trip, settings)] : [])),
    [trips, settings],
  )
  const points = useMemo(() => {
    if (!settings.showPoints) return []
    const all = trips.flatMap((trip) => trip.points.map((point) => [trip, point] as const))
    return all
      .slice(0, pointsMax)
      .map(([trip, point]) => tripPoint(trip, point, `${trip.entity.name}, ${format.dateTime(point.ms)}`, settings))
  }, [trips, settings, format])
  const polygons = useMemo(
    () =>
      items.flatMap((item) => polygonShape(item, { ...settings, showPolygonTooltip: false }, noFunctions, false) ?? []),
    [items, settings],
  )
  const shapes = useMemo(() => [...polygons, ...lines, ...points], [polygons, lines, points])
  const scene = useMemo(
    (): MapScene => ({
      markers: trips.flatMap((trip, index) => {
        const [place, item] = [placeAt(trip.points, ms), items[index]]
        return place && item ? [{ ...tripMarker(item, place.bearing, settings), at: place.at }] : []
      }),
      shapes,
      clusters: null,
    }),
    [trips, items, ms, shapes, settings],
  )
  const anchors = useMemo(
    () =>
      settings.showPoints && settings.usePointAsAnchor
        ? [...new Set(trips.flatMap((trip) => trip.points.map((point) => point.ms)))].sort((a, b) => a - b)
        : undefined,
    [trips, settings],
  )
  const ground = useMemo(() => ({ kind: 'world' as const, tiles: tileSourceOf(settings, allowedTiles()) }), [settings])
  if (isTable) {
    const titles = [t('widgets.latitude'), t('widgets.longitude')] as const
    return <MapTable items={items} keys={keys} titles={titles} config={config} zone={zone} />
  }

  const active = items.find(({ id }) => id === activeId) ?? items.find(({ position }) => position) ?? items[0]
  const missing = trips.filter((trip) => trip.points.length === 0).length
  const cards = settings.autocloseTooltip ? items.filter((item) => item === active) : items
  const isNarrow = size.width < 520
  const offersPanel = settings.showTooltip && size.width >= 260 && size.height >= 220
  const activeLabel = active ? tripLabel(active, settings) : ''

  function activate({ id, entity }: MapItem): void {
    setActiveId(id)
    actions.setActiveEntity(entity)
  }

  function select(id: string, anchor: Element | null): void {
    const point = pointOf(id)
    const item = items.find((one) => one.id === (point?.entityId ?? id))
    if (!item) return
    activate(item)
    if (point) setMs(point.ms)
    else actions.run(actions.of('markerClick')[0], { entity: item.entity, anchor })
  }

  function tooltipOf(id: string) {
    const point = pointOf(id)
    const trip = point && trips.find(({ entity }) => entity.id.id === point.entityId)
    if (!trip || !point) return null
    return {
      html: tripTooltip(itemAt(trip, point.ms, grid, parts), settings),
      clickableIds: actIds,
      onElement: (actionId: string, anchor: Element) => runAct(trip, actionId, anchor),
      closesOthers: true,
    }
  }

  function runAct({ entity }: Pick<Trip, 'entity'>, actionId: string, anchor: Element): void {
    actions.run(acts.get(actionId), { entity, anchor })
  }

  return (
    <div ref={box} className="trip" data-narrow={isNarrow || undefined}>
      <div className="trip-main">
        <div className="trip-map">
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
            onSelect={select}
            note={missing > 0 ? t('widgets.mapWithout', { count: missing }) : ''}
          >
            {trips.length > 1 && activeLabel !== '' && size.height >= 160 && (
              <p className="trip-label">{activeLabel}</p>
            )}
            {offersPanel && (
              <button
                type="button"
                className="trip-panel-button"
                aria-label={t('widgets.tripTooltips')}
                title={t('widgets.tripTooltips')}
                aria-pressed={hasPanel}
                onClick={() => setPanel(!hasPanel)}
              >
                <PanelRight size={16} strokeWidth={2} aria-hidden />
              </button>
            )}
          </MapView>
        </div>
        {offersPanel && hasPanel && cards.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
          <section className="trip-panel" aria-label={t('widgets.tripTooltips')} tabIndex={0}>
            {cards.map((item) => (
              <div
                key={item.id}
                className="trip-card"
                style={cardStyle(settings)}
                data-active={item === active || undefined}
              >
                <Suspense>
                  <TripTooltip
                    html={tripTooltip(item, settings)}
                    clickableIds={actIds}
                    onElement={(id, anchor) => runAct(item, id, anchor)}
                  />
                </Suspense>
              </div>
            ))}
          </section>
        )}
      </div>
      {size.height >= 150 && (
        <PlaybackControl
          range={range}
          value={ms}
          onChange={setMs}
          stepMs={settings.normalizationStep}
          isSmooth
          timeZone={zone}
          {...(anchors && { anchors })}
        />
      )}
    </div>
  )
}

/** Content changes with the step, not with each frame. */
const TripTooltip = memo(
  UserHtml,
  (before, next) => before.html === next.html && before.clickableIds === next.clickableIds,
)

/** The colors of ThingsBoard's default are those of the theme here, so that the dark theme stays dark. */
function cardStyle({ tooltipColor, tooltipFontColor, tooltipOpacity }: ReturnType<typeof readTrip>['values']) {
  const isPlain = tooltipColor === '#fff' && tooltipFontColor === '#000'
  return {
    opacity: tooltipOpacity,
    ...(!isPlain && { background: chosenBackground(tooltipColor), color: chosenBackground(tooltipFontColor) }),
  }
}
