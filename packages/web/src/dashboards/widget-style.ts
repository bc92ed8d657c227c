/**
 * Styles that users set for a widget and its title. Values that editors write into every widget count as not set: the
 * product's design applies, in both color schemes.
 */

import type { DashboardWidget, JsonObject, WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { CSSProperties } from 'react'
import { chosenColor, cssColor, inkColor } from './css-color.ts'

/** Properties that would take the element out of its place. */
const places = new Set(['position', 'zIndex', 'inset', 'top', 'left', 'right', 'bottom', 'content', 'all'])

/** A style object from settings: names in camel or kebab case, text or numbers. Others are left out. */
export function styleOf(json: JsonObject): CSSProperties {
  const style: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(json)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const isVariable = name.startsWith('--')
    const property = isVariable ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (!/^(--[\w-]+|[a-zA-Z]+)$/.test(property) || places.has(property)) continue
    // React's styles can't hold a priority.
    style[property] = typeof value === 'string' ? value.replace(/\s*!important\s*$/i, '') : value
  }
  return style
}

/** Style of the title. Size and weight of new widgets count as not set. */
export function titleStyleOf({ titleStyle }: Pick<WidgetConfig, 'titleStyle'>): CSSProperties | undefined {
  const { fontSize, fontWeight, color, ...rest } = styleOf(titleStyle)
  const style: CSSProperties = { ...rest }
  if (fontSize !== undefined && fontSize !== '16px' && fontSize !== 16) style.fontSize = fontSize
  if (fontWeight !== undefined && Number(fontWeight) !== 400) style.fontWeight = fontWeight
  const chosen = chosenColor(typeof color === 'string' ? color : null)
  if (chosen) style.color = chosen
  if (Object.keys(style).length === 0) return undefined
  // A larger font needs a line height that fits.
  return style.fontSize !== undefined && style.lineHeight === undefined ? { ...style, lineHeight: 1.3 } : style
}

/**
 * Style of a cell or row that a function returned. Black text without a background counts as not set, since it can't
 * be read in dark mode.
 */
export function cellStyleOf(json: JsonObject): CSSProperties | undefined {
  const { backgroundColor, background, color, ...rest } = styleOf(json)
  const style: CSSProperties = { ...rest }
  const behind = backgroundColor ?? background
  const chosen = typeof behind === 'string' ? chosenColor(behind) : undefined
  if (chosen) style.backgroundColor = chosen
  else if (background !== undefined && !cssColor(String(background))) style.background = background
  const text = typeof color === 'string' ? color : null
  const ink = chosen ? cssColor(text) : inkColor(text)
  if (ink) style.color = ink
  return Object.keys(style).length === 0 ? undefined : style
}

type FrameConfig = Pick<WidgetConfig, 'padding' | 'margin' | 'widgetStyle'>

/** Padding, margin and style of the frame. */
export function frameStyleOf({ padding, margin, widgetStyle }: FrameConfig): CSSProperties {
  const { backgroundColor, color, ...rest } = styleOf(widgetStyle)
  const style: CSSProperties = { ...rest }
  if (isSpace(padding) && padding.trim() !== '8px') style.padding ??= padding
  if (isSpace(margin) && !/^0(px)?$/.test(margin.trim())) style.margin ??= margin
  const background = chosenColor(typeof backgroundColor === 'string' ? backgroundColor : null)
  if (background) style.backgroundColor = background
  const text = chosenColor(typeof color === 'string' ? color : null)
  if (text) style.color = text
  // The frame fills its cell; a margin makes it smaller.
  return style.margin === undefined ? style : { ...style, position: 'absolute', inset: 0, height: 'auto' }
}

/** One to four lengths; other text would be ignored by the browser. */
export const isSpace = (text: string | null): text is string =>
  text !== null && /^\s*-?[\d.]+(px|em|rem|%|vw|vh)?(\s+-?[\d.]+(px|em|rem|%|vw|vh)?){0,3}\s*$/.test(text)

/** Classes of the frame; CSS that users brought along addresses widgets by the last two. */
export function frameClass({ isSystemType, bundleAlias, typeAlias }: DashboardWidget, scope?: string): string {
  const alias = `${bundleAlias}-${typeAlias}`.replaceAll(/[^\w-]/g, '_')
  return `widget ${scope ? `${scope} ` : ''}tb-widget widget-type-${isSystemType ? 'sys-' : ''}${alias}`
}
