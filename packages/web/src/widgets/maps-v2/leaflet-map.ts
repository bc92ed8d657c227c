/** Draws a scene with Leaflet. The only file that knows the library. */

import {
  Circle,
  CircleMarker,
  CRS,
  DivIcon,
  DomEvent,
  ImageOverlay,
  type LatLng,
  LatLngBounds,
  LatLng as LeafletLatLng,
  Map as LeafletMap,
  Marker,
  type Path,
  Point,
  Polygon,
  Polyline,
  Popup,
  SVG,
  TileLayer,
} from 'leaflet'
import { clustersOf } from './clusters.ts'
import { symbolStrokes } from './line-symbols.ts'
import type { MapScene, SceneMarker, SceneShape } from './map-scene.ts'
import type { Pair } from './map-shapes.ts'
import { createClusterIcon, createMarkerIcon, type MarkerIcon } from './marker-icon.ts'
import type { TileSource } from './tile-sources.ts'
import { loadWorldOutline } from './world-outline.ts'

/** What lies under the markers. */
export type MapGround =
  | { readonly kind: 'world'; readonly tiles: TileSource | null }
  | { readonly kind: 'picture'; readonly url: string; readonly width: number; readonly height: number }

export interface MapOptions {
  readonly ground: MapGround
  readonly wheelZooms: boolean
  readonly fits: boolean
  /** Null: so that all markers are visible. */
  readonly zoom: number | null
  /** Null: center of the markers. */
  readonly center: Pair | null
  readonly moves: boolean
}

export interface MapTexts {
  readonly cluster: (count: number) => string
}

export interface MapCallbacks {
  /** A marker or a shape was clicked, or chosen by keyboard. */
  readonly onSelect: (id: string, element: Element | null) => void
  readonly onHover: (id: string, isOver: boolean) => void
  /** The user closed the tooltip. */
  readonly onTooltipClosed: (id: string) => void
  readonly onTilesFailed: () => void
}

export interface DrawnMap {
  draw(scene: MapScene): void
  /** Shows an element at a marker or a shape, or moves it there. */
  openTooltip(id: string, element: HTMLElement, closesOthers: boolean): void
  closeTooltip(id: string): void
  zoomBy(delta: number): void
  /** Shows all markers and shapes, also after the user moved the map. */
  showAll(): void
  resize(): void
  close(): void
}

interface DrawnMarker {
  readonly layer: Marker
  readonly icon: MarkerIcon
  marker: SceneMarker
}

interface DrawnShape {
  readonly layer: Path
  /** Symbols along a line. */
  readonly symbols: Polyline | null
  shape: SceneShape
}

interface DrawnCluster {
  readonly layer: Marker
  readonly label: (text: string) => void
  ids: readonly string[]
  bounds: LatLngBounds
}

/** Closest zoom of a single position. */
const closestOnTiles = 15
const closestOnOutline = 5
/** Closest zoom that shows several positions. */
const closestOfAll = 16
const paddingPx = 28

/** A small frame shows markers only, smaller ones. Sizes in pixels. */
export const isSmallFrame = (width: number, height: number): boolean => width < 200 || height < 130
const zoomMax = 20

export function createLeafletMap(
  container: HTMLElement,
  { ground, wheelZooms, fits, zoom, center, moves }: MapOptions,
  texts: MapTexts,
  { onSelect, onHover, onTooltipClosed, onTilesFailed }: MapCallbacks,
): DrawnMap {
  const isWorld = ground.kind === 'world'
  const map = new LeafletMap(container, {
    crs: isWorld ? CRS.EPSG3857 : CRS.Simple,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: wheelZooms,
    zoomSnap: isWorld && ground.tiles ? 1 : 0.25,
    zoomDelta: 1,
    minZoom: isWorld ? 0 : -6,
    maxZoom: isWorld ? zoomMax : 6,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
    renderer: new SVG({ padding: 0.5 }),
  })
  const markers = new Map<string, DrawnMarker>()
  const shapes = new Map<string, DrawnShape>()
  const clusters = new Map<string, DrawnCluster>()
  const popups = new Map<string, Popup>()
  let scene: MapScene = { markers: [], shapes: [], clusters: null }
  let placed: readonly { readonly marker: SceneMarker; readonly at: LatLng }[] = []
  let isTouched = false
  let isClosed = false
  let isMovedByCode = false

  map.setView([0, 0], isWorld ? 1 : 0, { animate: false })
  if (isWorld) drawWorld(ground.tiles)
  else map.addLayer(new ImageOverlay(ground.url, pictureBounds(ground.width, ground.height)))
  map.on('dragstart zoomstart', () => {
    if (!isMovedByCode) isTouched = true
  })
  map.on('moveend', placeMarkers)
  map.on('zoomend', () => {
    for (const drawn of shapes.values()) placeSymbols(drawn)
  })
  map.on('popupclose', ({ popup }) => {
    for (const [id, known] of popups) {
      if (known !== popup) continue
      popups.delete(id)
      onTooltipClosed(id)
    }
  })

  function drawWorld(tiles: TileSource | null): void {
    map.createPane('outline').style.zIndex = '150'
    if (!tiles) {
      drawOutline()
      return
    }
    const layer = new TileLayer(tiles.url, { maxZoom: zoomMax, maxNativeZoom: 19, detectRetina: false })
    layer.once('tileerror', () => {
      drawOutline()
      onTilesFailed()
    })
    map.addLayer(layer)
  }

  function drawOutline(): void {
    const renderer = new SVG({ padding: 0.5, pane: 'outline' })
    const look = { renderer, pane: 'outline', interactive: false, smoothFactor: 0.5 }
    loadWorldOutline().then(
      ({ land, borders }) => {
        if (isClosed) return
        map.addLayer(new Polygon(land, { ...look, className: 'map-land' }))
        map.addLayer(new Polyline(borders, { ...look, className: 'map-border', fill: false }))
      },
      // Markers are worth showing on a plain ground.
      () => {},
    )
  }

  const latLngOf = ([first, second]: Pair): LatLng =>
    ground.kind === 'world'
      ? new LeafletLatLng(first, second)
      : new LeafletLatLng(-second * ground.height, first * ground.width)

  function draw(next: MapScene): void {
    const isFirst = scene.markers.length === 0 && scene.shapes.length === 0
    scene = next
    placed = next.markers.map((marker) => ({ marker, at: latLngOf(marker.at) }))
    drawShapes()
    const bounds = contentBounds()
    // The map moved for an open tooltip stays where it is.
    const isHidden = bounds !== null && !isTouched && fits && popups.size === 0 && !map.getBounds().contains(bounds)
    if (bounds && (isFirst || isHidden)) show(bounds, isFirst)
    placeMarkers()
    for (const [id, popup] of popups) {
      const at = anchorOf(id)
      if (!at) map.closePopup(popup)
      else if (!popup.getLatLng()?.equals(at)) popup.setLatLng(at)
    }
  }

  function contentBounds(): LatLngBounds | null {
    if (ground.kind === 'picture') return pictureBounds(ground.width, ground.height)
    const bounds = new LatLngBounds([])
    for (const { at } of placed) bounds.extend(at)
    for (const { layer } of shapes.values()) bounds.extend(boundsOf(layer))
    return bounds.isValid() ? bounds : null
  }

  function show(bounds: LatLngBounds, isFirst: boolean): void {
    isMovedByCode = true
    const hasExtent = !bounds.getNorthEast().equals(bounds.getSouthWest(), 1e-6)
    const closest = ground.kind === 'world' && !ground.tiles ? closestOnOutline : closestOnTiles
    const animate = moves && !isFirst
    if (fits || ground.kind === 'picture') {
      const all = center && ground.kind === 'world' ? bounds.extend(latLngOf(center)) : bounds
      const maxZoom = ground.kind === 'picture' ? 6 : hasExtent ? closestOfAll : closest
      map.fitBounds(all, { ...(ground.kind === 'world' && paddingOf(map.getSize(), scene.markers)), maxZoom, animate })
    } else {
      map.setView(center ? latLngOf(center) : bounds.getCenter(), zoom ?? closest, { animate })
    }
    isMovedByCode = false
  }

  /** Adds the markers and clusters near the visible part, and removes the others. */
  function placeMarkers(): void {
    const level = map.getZoom()
    const rule = scene.clusters
    const groups = rule && level < (rule.fromZoom ?? 18) && level < map.getMaxZoom() ? rule : null
    const near = map.getBounds().pad(0.5)
    const visible = placed.filter(({ at }) => near.contains(at))
    const singles = new Set<string>()
    const grouped = new Set<string>()
    if (groups) {
      // All of them, so that moving the map doesn't change the groups.
      const points = placed.map((one) => ({ ...one, ...pixels(one.at, level) }))
      for (const { items, x, y } of clustersOf(points, groups.radius)) {
        const [first] = items
        if (items.length === 1 || !first) {
          if (first && near.contains(first.at)) singles.add(first.marker.id)
          continue
        }
        const at = map.unproject(new Point(x, y), level)
        if (!near.contains(at)) continue
        grouped.add(first.marker.id)
        placeCluster(first.marker.id, at, items, groups.zoomsOnClick)
      }
    } else for (const { marker } of visible) singles.add(marker.id)
    for (const [id, { layer }] of clusters) {
      if (grouped.has(id)) continue
      layer.remove()
      clusters.delete(id)
    }
    for (const [id, { layer }] of markers) {
      if (singles.has(id)) continue
      layer.remove()
      markers.delete(id)
    }
    for (const { marker, at } of visible) if (singles.has(marker.id)) placeMarker(marker, at)
  }

  const pixels = (at: LatLng, level: number) => {
    const { x, y } = map.project(at, level)
    return { x, y }
  }

  function placeMarker(marker: SceneMarker, at: LatLng): void {
    const known = markers.get(marker.id)
    if (known) {
      if (!known.layer.getLatLng().equals(at)) known.layer.setLatLng(at)
      if (known.marker !== marker) known.icon.update(marker)
      known.marker = marker
      return
    }
    const icon = createMarkerIcon(marker)
    const layer = new Marker(at, { icon: new DivIcon(icon.options), riseOnHover: true, keyboard: true })
    const drawn: DrawnMarker = { layer, icon, marker }
    markers.set(marker.id, drawn)
    map.addLayer(layer)
    const element = layer.getElement()
    icon.attach(element ?? null)
    listen(marker.id, layer, element ?? null)
  }

  function placeCluster(
    id: string,
    at: LatLng,
    items: readonly { readonly marker: SceneMarker; readonly at: LatLng }[],
    zoomsOnClick: boolean,
  ): void {
    const bounds = new LatLngBounds(items.map((one) => one.at))
    const ids = items.map(({ marker }) => marker.id)
    let known = clusters.get(id)
    if (!known) {
      const icon = createClusterIcon()
      const layer = new Marker(at, { icon: new DivIcon(icon.options), keyboard: true })
      const drawn: DrawnCluster = { layer, label: (text) => icon.label(layer.getElement() ?? null, text), ids, bounds }
      const open = () => {
        if (!zoomsOnClick) return
        isTouched = true
        const isPoint = drawn.bounds.getNorthEast().equals(drawn.bounds.getSouthWest(), 1e-9)
        if (isPoint) map.setView(drawn.bounds.getCenter(), map.getMaxZoom())
        else map.fitBounds(drawn.bounds, { padding: new Point(paddingPx, paddingPx) })
      }
      layer.on('click', open)
      map.addLayer(layer)
      const element = layer.getElement()
      if (element) onEnter(element, open)
      known = drawn
      clusters.set(id, drawn)
    }
    known.ids = ids
    known.bounds = bounds
    if (!known.layer.getLatLng().equals(at)) known.layer.setLatLng(at)
    known.label(texts.cluster(items.length))
    const count = known.layer.getElement()?.querySelector('.map-cluster')
    if (count) count.textContent = String(items.length)
  }

  function listen(id: string, layer: Marker | Path, element: Element | null): void {
    layer.on('click', (event) => {
      DomEvent.stopPropagation(event)
      onSelect(id, layer.getElement() ?? null)
    })
    layer.on('mouseover', () => onHover(id, true))
    layer.on('mouseout', () => onHover(id, false))
    if (!element) return
    onEnter(element as HTMLElement, () => onSelect(id, element))
    element.addEventListener('focus', () => {
      if (element.matches(':focus-visible')) onHover(id, true)
    })
    element.addEventListener('blur', () => onHover(id, false))
  }

  function drawShapes(): void {
    const wanted = new Set(scene.shapes.map(({ id }) => id))
    for (const [id, { layer, symbols }] of shapes) {
      if (wanted.has(id)) continue
      layer.remove()
      symbols?.remove()
      shapes.delete(id)
    }
    for (const shape of scene.shapes) {
      const known = shapes.get(shape.id)
      if (known?.shape === shape) continue
      const hasSymbols = shape.symbols !== undefined
      if (known && known.shape.form.kind === shape.form.kind && (known.symbols !== null) === hasSymbols) {
        moveShape(known.layer, shape)
        known.layer.setStyle(lookOf(shape))
        name(known.layer, shape)
        known.shape = shape
        placeSymbols(known)
        continue
      }
      known?.layer.remove()
      known?.symbols?.remove()
      const layer = createShape(shape)
      const symbols = hasSymbols ? new Polyline([], { interactive: false, fill: false }) : null
      const drawn = { layer, symbols, shape }
      shapes.set(shape.id, drawn)
      map.addLayer(layer)
      if (symbols) map.addLayer(symbols)
      placeSymbols(drawn)
      const element = layer.getElement() ?? null
      name(layer, shape)
      const isUsed = shape.opensBy !== null || shape.isClickable
      element?.setAttribute('role', isUsed ? 'button' : 'img')
      if (isUsed) {
        // Points of a trip are too many to go through; the playback goes to them.
        element?.setAttribute('tabindex', shape.form.kind === 'point' ? '-1' : '0')
        listen(shape.id, layer, element)
      }
    }
  }

  function createShape(shape: SceneShape): Path {
    const isUsed = shape.opensBy !== null || shape.isClickable
    const options = { ...lookOf(shape), interactive: isUsed, bubblingMouseEvents: false, className: 'map-shape' }
    const { form } = shape
    switch (form.kind) {
      case 'polygon':
        return new Polygon(
          form.rings.map((ring) => ring.map(latLngOf)),
          options,
        )
      case 'line':
        return new Polyline(form.points.map(latLngOf), { ...options, fill: false })
      case 'point':
        return new CircleMarker(latLngOf(form.at), { ...options, radius: form.radius })
      case 'circle':
        return new Circle(latLngOf(form.center), { ...options, radius: radiusOf(form.radius) })
    }
  }

  /** They keep their size on the screen. */
  function placeSymbols({ symbols, shape }: DrawnShape): void {
    if (!symbols || !shape.symbols || shape.form.kind !== 'line') return
    const level = map.getZoom()
    const line = shape.form.points.map((point) => pixels(latLngOf(point), level))
    const strokes = symbolStrokes(line, shape.symbols)
    symbols.setLatLngs(strokes.map((stroke) => stroke.map(({ x, y }) => map.unproject(new Point(x, y), level))))
    const { color, opacity, weight } = lookOf(shape)
    symbols.setStyle({ color: shape.symbols.color ?? color, opacity, weight: Math.max(2, weight) })
  }

  const radiusOf = (radius: number): number => (ground.kind === 'picture' ? radius * ground.width : radius)

  function moveShape(layer: Path, { form }: SceneShape): void {
    if (form.kind === 'polygon' && layer instanceof Polygon) {
      layer.setLatLngs(form.rings.map((ring) => ring.map(latLngOf)))
    } else if (form.kind === 'line' && layer instanceof Polyline) layer.setLatLngs(form.points.map(latLngOf))
    else if (form.kind === 'circle' && layer instanceof Circle) {
      layer.setLatLng(latLngOf(form.center))
      layer.setRadius(radiusOf(form.radius))
    } else if (form.kind === 'point' && layer instanceof CircleMarker) {
      layer.setLatLng(latLngOf(form.at))
      layer.setRadius(form.radius)
    }
  }

  function name(layer: Path, shape: SceneShape): void {
    layer.getElement()?.setAttribute('aria-label', shape.name)
    if (shape.label === '') layer.unbindTooltip()
    else if (layer.getTooltip()) layer.setTooltipContent(textElement(shape.label))
    else layer.bindTooltip(textElement(shape.label), { permanent: true, direction: 'center', className: 'map-label' })
  }

  function anchorOf(id: string): LatLng | null {
    const marker = placed.find((one) => one.marker.id === id)
    if (marker) return marker.at
    const layer = shapes.get(id)?.layer
    return layer ? boundsOf(layer).getCenter() : null
  }

  /** The content comes after the tooltip, and changes with the values. */
  function fitToContent(popup: Popup, element: HTMLElement): void {
    let known = ''
    const observer = new ResizeObserver(() => {
      const size = `${element.offsetWidth} ${element.offsetHeight}`
      // An update moves the content within the page, which would take the focus from it.
      if (size === known || !popup.isOpen() || element.contains(document.activeElement)) return
      popup.update()
      known = `${element.offsetWidth} ${element.offsetHeight}`
    })
    observer.observe(element)
    popup.once('remove', () => observer.disconnect())
  }

  return {
    draw,
    openTooltip(id, element, closesOthers) {
      const at = anchorOf(id)
      if (!at) return onTooltipClosed(id)
      const marker = placed.find((one) => one.marker.id === id)?.marker
      const { x: width, y: height } = map.getSize()
      const isSmall = isSmallFrame(width, height)
      const popup = new Popup({
        className: 'map-tooltip',
        // A small frame has no room above the marker.
        offset: new Point(0, marker && !isSmall ? -tooltipHeightOf(marker) : 0),
        autoClose: closesOthers,
        closeOnClick: closesOthers,
        closeButton: false,
        maxWidth: Math.min(300, Math.max(120, width - 48)),
        minWidth: 40,
        maxHeight: Math.max(20, height - (isSmall ? 38 : 48)),
        autoPan: true,
        autoPanPadding: isSmall ? new Point(2, 2) : new Point(5, 5),
      })
      popup.setLatLng(at).setContent(element)
      if (closesOthers) for (const other of [...popups.values()]) map.closePopup(other)
      popups.set(id, popup)
      isMovedByCode = true
      map.addLayer(popup)
      isMovedByCode = false
      fitToContent(popup, element)
    },
    closeTooltip(id) {
      const popup = popups.get(id)
      if (popup) map.closePopup(popup)
    },
    zoomBy(delta) {
      isTouched = true
      map.setZoom(map.getZoom() + delta)
    },
    showAll() {
      isTouched = false
      const bounds = contentBounds()
      if (bounds) show(bounds, false)
    },
    resize() {
      map.invalidateSize({ animate: false })
      const bounds = contentBounds()
      // An open tooltip moves the map so that it is visible.
      if (bounds && !isTouched && popups.size === 0) show(bounds, true)
      for (const popup of popups.values()) popup.update()
    },
    close() {
      isClosed = true
      map.off()
      map.remove()
    },
  }
}

const tooltipHeightOf = ({ image, heading, anchor }: SceneMarker): number =>
  image ? image.size * anchor[1] : heading === null ? 30 : 12

/** Space around the positions, for their markers above and beneath, and for labels beneath and to both sides. */
function paddingOf({ x, y }: Point, markers: readonly SceneMarker[]) {
  const side = Math.min(44, x / 6)
  let top = 34
  let bottom = 0
  for (const { image, anchor } of markers) {
    if (!image) continue
    top = Math.max(top, image.size * anchor[1])
    bottom = Math.max(bottom, image.size * (1 - anchor[1]))
  }
  return isSmallFrame(x, y)
    ? { paddingTopLeft: new Point(side, Math.min(26, y * 0.65)), paddingBottomRight: new Point(side, y / 10) }
    : {
        paddingTopLeft: new Point(side, Math.min(top + 10, y / 3)),
        paddingBottomRight: new Point(side, Math.min(bottom + 42, y / 3)),
      }
}

const pictureBounds = (width: number, height: number) =>
  new LatLngBounds(new LeafletLatLng(-height, 0), new LeafletLatLng(0, width))

function boundsOf(layer: Path): LatLngBounds {
  if (layer instanceof Polyline || layer instanceof Circle) return layer.getBounds()
  return layer instanceof CircleMarker ? new LatLngBounds([layer.getLatLng()]) : new LatLngBounds([])
}

/** What isn't set has the theme's color, which comes from the style sheet. */
const lookOf = ({ stroke, fill, strokeWeight, strokeOpacity, fillOpacity }: SceneShape) => ({
  stroke: strokeWeight > 0,
  color: stroke ?? 'var(--sd-primary)',
  fillColor: fill ?? stroke ?? 'var(--sd-primary)',
  weight: strokeWeight,
  opacity: strokeOpacity,
  fillOpacity,
})

function textElement(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}

function onEnter(element: HTMLElement | SVGElement, run: () => void): void {
  element.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent
    if (key !== 'Enter' && key !== ' ') return
    event.preventDefault()
    run()
  })
}
