/** One crosshair for several charts: each shows the time that the pointer or the keyboard chose in another. */

import { createContext } from 'react'
import type { Observable } from '../ui/observable.ts'

export interface CrosshairAt {
  /** Epoch ms. */
  readonly ms: number
  /** Px from the left edge of the window. */
  readonly clientX: number
  /** The widget in which it was chosen. */
  readonly widgetId: string
}

export interface Crosshair {
  readonly at: Observable<CrosshairAt | null>
  /** Px of the value axes, so that the time axes of all charts lie above each other. */
  readonly leftPx: number
  readonly rightPx: number
}

/** Null: each chart has its own, with a tooltip. */
export const CrosshairContext = createContext<Crosshair | null>(null)
