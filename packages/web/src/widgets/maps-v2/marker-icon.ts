/** Elements of markers: a pin, an arrow, or an image of the user, with a label beneath. */

import type { DivIconOptions } from 'leaflet'
import type { SceneMarker } from './map-scene.ts'

export interface MarkerIcon {
  readonly options: DivIconOptions
  /** Element that the map made for the icon. */
  attach(element: HTMLElement | null): void
  update(marker: SceneMarker): void
}

const svgNamespace = 'http://www.w3.org/2000/svg'
const pinPath =
  'M12 1C5.9 1 1 5.9 1 12c0 7.6 8.6 17.6 10.2 19.4a1.1 1.1 0 0 0 1.6 0C14.4 29.6 23 19.6 23 12 23 5.9 18.1 1 12 1z'
const arrowPath = 'M12 2l8 19-8-5-8 5z'
const pinSize = [24, 33] as const
const arrowSize = [24, 24] as const
const clusterPx = 36

export function createMarkerIcon(first: SceneMarker): MarkerIcon {
  const body = document.createElement('div')
  body.className = 'map-marker'
  const label = document.createElement('span')
  label.className = 'map-marker-label'
  let host: HTMLElement | null = null
  let drawn: SceneMarker | null = null

  function update(marker: SceneMarker): void {
    if (drawn?.image?.url !== marker.image?.url || (drawn?.heading === null) !== (marker.heading === null) || !drawn) {
      body.replaceChildren(marker.image ? imageOf(marker.image.url) : shapeOf(marker.heading !== null), label)
    }
    const [width, height] = marker.image
      ? [marker.image.size, marker.image.size]
      : marker.heading === null
        ? pinSize
        : arrowSize
    const figure = body.firstElementChild
    if (figure instanceof HTMLElement || figure instanceof SVGElement) {
      figure.style.transform = marker.heading === null ? '' : `rotate(${marker.heading}deg)`
    }
    body.style.setProperty('--map-marker', marker.color ?? 'var(--sd-primary)')
    label.textContent = marker.label
    label.hidden = marker.label === ''
    drawn = marker
    if (!host) return
    const [x, y] = marker.image ? marker.anchor : marker.heading === null ? [0.5, 1] : [0.5, 0.5]
    host.style.width = `${width}px`
    host.style.height = `${height}px`
    host.style.marginLeft = `${-width * x}px`
    host.style.marginTop = `${-height * y}px`
    body.style.transformOrigin = `${x * 100}% ${y * 100}%`
    host.setAttribute('aria-label', marker.name)
    const isUsed = marker.opensBy !== null || marker.isClickable
    host.setAttribute('role', isUsed ? 'button' : 'img')
  }

  update(first)
  return {
    options: { html: body, className: 'map-marker-host', iconSize: [0, 0] },
    attach(element) {
      host = element
      if (drawn) update(drawn)
    },
    update,
  }
}

function imageOf(url: string): HTMLElement {
  const image = document.createElement('img')
  image.alt = ''
  image.draggable = false
  image.src = url
  // What can't be loaded gets the usual pin.
  image.addEventListener('error', () => image.replaceWith(shapeOf(false)), { once: true })
  return image
}

function shapeOf(isArrow: boolean): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', isArrow ? '0 0 24 24' : '0 0 24 33')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('d', isArrow ? arrowPath : pinPath)
  svg.append(path)
  if (!isArrow) {
    const dot = document.createElementNS(svgNamespace, 'circle')
    dot.setAttribute('cx', '12')
    dot.setAttribute('cy', '12')
    dot.setAttribute('r', '4')
    svg.append(dot)
  }
  return svg
}

export function createClusterIcon() {
  const body = document.createElement('div')
  body.className = 'map-cluster'
  return {
    options: { html: body, className: 'map-marker-host', iconSize: [clusterPx, clusterPx] } satisfies DivIconOptions,
    label(element: HTMLElement | null, text: string) {
      element?.setAttribute('aria-label', text)
      element?.setAttribute('role', 'button')
    },
  }
}
