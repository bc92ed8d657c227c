/** Crosshair shared by several charts: all show the time selected by pointer or keyboard in one of them. */

import { createContext } from 'react'
import type { Observable } from '../ui/observable.ts'

export interface CrosshairAt {
  /** Epoch ms. */
  readonly ms: number
  /** Px from the left edge of the window. */
  readonly clientX: number
  /** Widget in which the time was selected. */
  readonly widgetId: string
}

export interface Crosshair {
  readonly at: Observable<CrosshairAt | null>
  /** Widths of the value axes in px; equal in all charts, so that their time axes align. */
  readonly leftPx: number
  readonly rightPx: number
}

/** Null: each chart has its own crosshair with a tooltip. */
export const CrosshairContext = createContext<Crosshair | null>(null)
