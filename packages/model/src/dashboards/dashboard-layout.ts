/**
 * Widget placement: grid cells to pixels on a desktop, a single column on a phone.
 *
 * The margin surrounds the grid and each cell: a grid of n columns has n + 1 horizontal margins.
 */

import { own } from '../own.ts'
import type { DashboardLayout, DashboardWidget, GridSettings } from './dashboard-configuration.ts'

/** Below this width, a dashboard is shown in a single column. */
export const mobileBelowPx = 960

export interface PlacedWidget {
  readonly id: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface PlacedGrid {
  /** Ordered by row, then column. */
  readonly widgets: readonly PlacedWidget[]
  readonly height: number
}

export interface Viewport {
  /** Available width of the grid, pixels. */
  readonly width: number
  readonly height: number
}

type Widgets = Readonly<Record<string, DashboardWidget>>

interface Cells {
  readonly id: string
  readonly row: number
  readonly col: number
  readonly sizeX: number
  readonly sizeY: number
}

/** Distance between the beginnings of neighboring cells, pixels. */
export interface GridPitch {
  readonly column: number
  readonly row: number
}

/** Cells are squares of the column width, or are stretched to fill the height. */
export const pitchOf = (layout: DashboardLayout, widgets: Widgets, viewport: Viewport): GridPitch =>
  pitchOfRows(layout.gridSettings, rowsOf(cellsOf(layout, widgets)), viewport)

function pitchOfRows({ columns, margin, autoFillHeight }: GridSettings, rows: number, viewport: Viewport): GridPitch {
  const column = Math.max(1, (viewport.width - margin) / columns)
  return { column, row: autoFillHeight ? Math.max(1, (viewport.height - margin) / rows) : column }
}

const rowsOf = (cells: readonly Cells[]): number => Math.max(1, ...cells.map(({ row, sizeY }) => row + sizeY))

export function placeOnDesktop(layout: DashboardLayout, widgets: Widgets, viewport: Viewport): PlacedGrid {
  const { columns, margin } = layout.gridSettings
  const cells = cellsOf(layout, widgets)
  const rows = rowsOf(cells)
  const { column: columnPitch, row: rowPitch } = pitchOfRows(layout.gridSettings, rows, viewport)
  const placed = cells.map(({ id, row, col, sizeX, sizeY }) => {
    const left = margin + Math.min(col, columns - 1) * columnPitch
    const right = margin + Math.min(col + sizeX, columns) * columnPitch
    return {
      id,
      left: Math.round(left),
      top: Math.round(margin + row * rowPitch),
      width: Math.max(1, Math.round(right - margin) - Math.round(left)),
      height: Math.max(1, Math.round((row + sizeY) * rowPitch) - Math.round(margin + row * rowPitch)),
    }
  })
  return { widgets: placed, height: Math.round(margin + rows * rowPitch) }
}

function cellsOf(layout: DashboardLayout, widgets: Widgets): Cells[] {
  return Object.entries(layout.widgets)
    .filter(([id]) => own(widgets, id))
    .map(([id, { row, col, sizeX, sizeY }]) => ({
      id,
      row: Math.max(0, row),
      col: Math.max(0, col),
      sizeX: Math.max(0.5, sizeX),
      sizeY: Math.max(0.5, sizeY),
    }))
    .sort((a, b) => a.row - b.row || a.col - b.col)
}

/** Single column in mobile order, with the margin as gap. Consecutive `narrow` widgets are placed in pairs. */
export function placeOnMobile(
  layout: DashboardLayout,
  widgets: Widgets,
  viewport: Viewport,
  isNarrow: (widget: DashboardWidget) => boolean = () => false,
): PlacedGrid {
  const { margin } = layout.gridSettings
  const items = mobileOrderOf(layout, widgets)
  const lines: { ids: string[]; rows: number; isNarrow: boolean }[] = []
  for (const { id, rows, widget } of items) {
    const narrow = isNarrow(widget)
    const line = lines.at(-1)
    if (narrow && line?.isNarrow && line.ids.length === 1) {
      line.ids.push(id)
      line.rows = Math.max(line.rows, rows)
    } else lines.push({ ids: [id], rows, isNarrow: narrow })
  }
  const rowHeight = mobileRowHeight(layout.gridSettings, lines, viewport)
  const placed: PlacedWidget[] = []
  let top = margin
  for (const { ids, rows } of lines) {
    const height = Math.max(1, Math.round(rows * rowHeight))
    const width = (viewport.width - margin * (ids.length + 1)) / ids.length
    for (const [index, id] of ids.entries()) {
      const left = Math.round(margin + index * (width + margin))
      placed.push({ id, left, top, width: Math.max(1, Math.round(width)), height })
    }
    top += height + margin
  }
  return { widgets: placed, height: top }
}

function mobileRowHeight(grid: GridSettings, lines: readonly { rows: number }[], viewport: Viewport): number {
  if (!grid.mobileAutoFillHeight) return grid.mobileRowHeight
  const rows = lines.reduce((sum, line) => sum + line.rows, 0)
  return Math.max(1, (viewport.height - grid.margin * (lines.length + 2)) / Math.max(1, rows))
}

interface MobileItem {
  readonly id: string
  readonly rows: number
  readonly widget: DashboardWidget
}

/** Visible widgets of the single column, from top to bottom. */
export function mobileOrderOf(layout: DashboardLayout, widgets: Widgets): MobileItem[] {
  const { columns } = layout.gridSettings
  return Object.entries(layout.widgets)
    .flatMap(([id, place]) => {
      const widget = own(widgets, id)
      if (!widget || place.mobileHide) return []
      const { config } = widget
      const chosen = [place.mobileOrder, config.mobileOrder].find((order) => order !== null && order >= 0)
      const rows = place.mobileHeight ?? config.mobileHeight ?? Math.floor((place.sizeY * 24) / columns)
      return [{ id, rows: Math.max(1, rows), widget, order: chosen ?? place.row, col: place.col }]
    })
    .sort((a, b) => a.order - b.order || a.col - b.col)
    .map(({ id, rows, widget }) => ({ id, rows, widget }))
}
