/** A map with its controls, notes and tooltips. Markers and shapes come as a scene. */

import './map.css'
import { Maximize, Minus, Plus } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useElementSize } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { createLeafletMap, type DrawnMap, isSmallFrame, type MapGround, type MapOptions } from './leaflet-map.ts'
import type { MapScene } from './map-scene.ts'
import type { Credit } from './tile-sources.ts'

// Contains the sanitizer, which few dashboards need.
const UserHtml = lazy(() => import('../../user-html/user-html.tsx').then((module) => ({ default: module.UserHtml })))

export interface TooltipContent {
  readonly html: string
  readonly clickableIds: ReadonlySet<string>
  readonly onElement: (id: string, element: Element) => void
  readonly closesOthers: boolean
}

export interface MapViewProps extends Omit<MapOptions, 'moves'> {
  readonly title: string
  readonly ground: MapGround
  readonly scene: MapScene
  readonly hidesZoom: boolean
  readonly isStale: boolean
  /** Null: the marker or shape has no tooltip. */
  readonly tooltipOf: (id: string) => TooltipContent | null
  /** The map, or a tooltip that opened, asked for its texts. */
  readonly onDrawn?: () => void
  readonly onSelect: (id: string, element: Element | null) => void
  /** Shown in a corner. */
  readonly note: string
  readonly children?: ReactNode
}

export function MapView(props: MapViewProps) {
  const { title, ground, scene, hidesZoom, isStale, tooltipOf, onDrawn, onSelect, note, children } = props
  const { wheelZooms, fits, zoom, center } = props
  const t = useText()
  const hint = useId()
  const [box, size] = useElementSize<HTMLDivElement>()
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<DrawnMap | null>(null)
  const [hasTiles, setTiles] = useState(true)
  const [open, setOpen] = useState<ReadonlyMap<string, HTMLElement>>(noneOpen)
  const isSmall = isSmallFrame(size.width, size.height)
  const isVisible = size.width > 0 && size.height > 0
  const optionsKey = JSON.stringify([ground, wheelZooms, fits, zoom, center])

  const openTooltip = useEffectEvent((id: string) => {
    const content = tooltipOf(id)
    if (!content) return
    const element = document.createElement('div')
    element.className = 'map-tooltip-content'
    setOpen((before) => new Map(content.closesOthers ? [] : before).set(id, element))
    map.current?.openTooltip(id, element, content.closesOthers)
  })
  const closed = useEffectEvent((id: string) =>
    setOpen((before) => {
      const next = new Map(before)
      next.delete(id)
      return next
    }),
  )
  const opensBy = useEffectEvent(
    (id: string) =>
      scene.markers.find((one) => one.id === id)?.opensBy ?? scene.shapes.find((one) => one.id === id)?.opensBy ?? null,
  )
  const select = useEffectEvent((id: string, element: Element | null) => {
    if (opensBy(id) === 'click') {
      if (open.has(id)) map.current?.closeTooltip(id)
      else openTooltip(id)
    }
    onSelect(id, element)
  })
  const hover = useEffectEvent((id: string, isOver: boolean) => {
    if (opensBy(id) !== 'hover') return
    if (!isOver) map.current?.closeTooltip(id)
    else if (!open.has(id)) openTooltip(id)
  })
  const clusterText = useEffectEvent((count: number) => t('widgets.mapCluster', { count }))
  const drawScene = useEffectEvent(() => map.current?.draw(scene))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the options
  useLayoutEffect(() => {
    if (!container.current || !isVisible) return
    const created = createLeafletMap(
      container.current,
      { ground, wheelZooms, fits, zoom, center, moves: !matchMedia('(prefers-reduced-motion: reduce)').matches },
      { cluster: (count) => clusterText(count) },
      {
        onSelect: (id, element) => select(id, element),
        onHover: (id, isOver) => hover(id, isOver),
        onTooltipClosed: (id) => closed(id),
        onTilesFailed: () => setTiles(false),
      },
    )
    map.current = created
    setTiles(true)
    drawScene()
    return () => {
      map.current = null
      setOpen(noneOpen)
      created.close()
    }
  }, [optionsKey, isVisible])

  useEffect(() => map.current?.draw(scene), [scene])
  useEffect(() => onDrawn?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what changes
  useEffect(() => map.current?.resize(), [size])

  const credits = ground.kind === 'world' && ground.tiles && hasTiles ? ground.tiles.attribution : []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the tooltips of the map
    <div
      ref={box}
      className="map-view"
      data-small={isSmall || undefined}
      data-stale={isStale || undefined}
      data-ground={ground.kind === 'picture' ? 'picture' : ground.tiles && hasTiles ? 'tiles' : 'outline'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || open.size === 0) return
        event.stopPropagation()
        for (const id of open.keys()) map.current?.closeTooltip(id)
      }}
    >
      <section
        ref={container}
        className="map-canvas"
        aria-label={t('widgets.mapOf', { title })}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
      />
      <span id={hint} hidden>
        {t('widgets.mapKeys')}
      </span>
      {!isSmall && !hidesZoom && (
        <div className="map-controls">
          <button
            type="button"
            aria-label={t('widgets.mapZoomIn')}
            title={t('widgets.mapZoomIn')}
            onClick={() => map.current?.zoomBy(1)}
          >
            <Plus size={16} strokeWidth={2} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('widgets.mapZoomOut')}
            title={t('widgets.mapZoomOut')}
            onClick={() => map.current?.zoomBy(-1)}
          >
            <Minus size={16} strokeWidth={2} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('widgets.mapShowAll')}
            title={t('widgets.mapShowAll')}
            onClick={() => map.current?.showAll()}
          >
            <Maximize size={16} strokeWidth={2} aria-hidden />
          </button>
        </div>
      )}
      {note !== '' && !isSmall && <p className="map-note">{note}</p>}
      {credits.length > 0 && <Credits credits={credits} />}
      {children}
      {[...open].map(([id, element]) => createPortal(<Tooltip content={tooltipOf(id)} />, element, id))}
    </div>
  )
}

const noneOpen: ReadonlyMap<string, HTMLElement> = new Map()

function Tooltip({ content }: { content: TooltipContent | null }) {
  if (!content) return null
  return (
    <Suspense>
      <UserHtml html={content.html} clickableIds={content.clickableIds} onElement={content.onElement} />
    </Suspense>
  )
}

function Credits({ credits }: { credits: readonly Credit[] }) {
  return (
    <p className="map-credits">
      {credits.map(({ text, href }) =>
        href ? (
          <a key={text} href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </p>
  )
}
