/** What a map shows, independent of the library that draws it. */

import type { LineSymbols } from './line-symbols.ts'
import type { Pair } from './map-shapes.ts'

export interface MarkerImage {
  readonly url: string
  /** Pixels; the longer side. */
  readonly size: number
}

export interface SceneMarker {
  readonly id: string
  readonly at: Pair
  /** Said by screen readers. */
  readonly name: string
  /** Empty: none. */
  readonly label: string
  /** CSS color; null: the theme's. */
  readonly color: string | null
  readonly image: MarkerImage | null
  /** Point of the image that is at the position, as shares of its size. */
  readonly anchor: Pair
  /** Degrees, clockwise from north; null: the usual pin. */
  readonly heading: number | null
  readonly opensBy: 'click' | 'hover' | null
  /** Whether a click does something besides the tooltip. */
  readonly isClickable: boolean
}

export interface SceneShape {
  readonly id: string
  readonly form:
    | { readonly kind: 'polygon'; readonly rings: readonly (readonly Pair[])[] }
    | { readonly kind: 'circle'; readonly center: Pair; readonly radius: number }
    | { readonly kind: 'line'; readonly points: readonly Pair[] }
    | { readonly kind: 'point'; readonly at: Pair; readonly radius: number }
  readonly name: string
  readonly label: string
  /** CSS colors; null: the theme's. */
  readonly stroke: string | null
  readonly fill: string | null
  readonly strokeWeight: number
  readonly strokeOpacity: number
  readonly fillOpacity: number
  readonly opensBy: 'click' | 'hover' | null
  readonly isClickable: boolean
  /** Symbols along a line; absent: none. */
  readonly symbols?: LineSymbols
}

export interface ClusterRule {
  /** Pixels. */
  readonly radius: number
  /** Zoom level from which markers aren't grouped; null: the closest one. */
  readonly fromZoom: number | null
  readonly zoomsOnClick: boolean
}

export interface MapScene {
  readonly markers: readonly SceneMarker[]
  readonly shapes: readonly SceneShape[]
  readonly clusters: ClusterRule | null
}
