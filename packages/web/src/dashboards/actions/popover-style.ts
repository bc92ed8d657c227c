/** Sizes and styles of popovers, as users wrote them. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { CSSProperties } from 'react'

const length = /^\d{1,5}(\.\d{1,4})?(px|vw|vh|vmin|vmax|em|rem|%)$/

/** The text if it's a CSS length, else `otherwise`. */
export const cssLength = (text: string, otherwise: string): string =>
  length.test(text.trim()) ? text.trim() : otherwise

/** Would move the content out of its popover. */
const placing = /^(position|inset|top|left|right|bottom|zIndex|display|transform)/

/** Style of React from JSON of users: names in either spelling, texts and numbers only. */
export function safeStyle(json: JsonObject): CSSProperties {
  const style: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(json)) {
    const name = key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (!/^[a-z][a-zA-Z]*$/.test(name) || placing.test(name)) continue
    if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) style[name] = value
  }
  return style
}
