/** Cells of the grid that widgets cover while a layout is edited: free room, collisions, limits of positions. */

export interface Cells {
  readonly row: number
  readonly col: number
  readonly sizeX: number
  readonly sizeY: number
}

export type CellsById = ReadonlyMap<string, Cells>

/** Up to this many widgets, gaps between them are searched for room; a larger layout grows at its end. */
const searchedMax = 100

const overlap = (a: Cells, b: Cells): boolean =>
  a.col < b.col + b.sizeX && b.col < a.col + a.sizeX && a.row < b.row + b.sizeY && b.row < a.row + a.sizeY

const isFree = (cells: Cells, others: CellsById): boolean => ![...others.values()].some((one) => overlap(one, cells))

/** First row below all widgets. */
export const bottomOf = (others: CellsById): number =>
  Math.max(0, ...[...others.values()].map(({ row, sizeY }) => Math.ceil(row + sizeY)))

/** The size within the grid: at least one cell, at most its width. Fractions of imported dashboards are kept. */
export function within(cells: Cells, columns: number): Cells {
  const sizeX = Math.min(columns, Math.max(1, cells.sizeX))
  return {
    sizeX,
    sizeY: Math.max(1, cells.sizeY),
    row: Math.max(0, cells.row),
    col: Math.min(columns - sizeX, Math.max(0, cells.col)),
  }
}

/** Edges of a widget that move when it is resized: `right`, or `top` and `left` together. */
export interface Edges {
  readonly top?: boolean
  readonly right?: boolean
  readonly bottom?: boolean
  readonly left?: boolean
}

/** Moves edges by rows and columns, within the grid; at least one cell remains. */
export function resizedBy(
  cells: Cells,
  edges: Edges,
  by: { readonly rows: number; readonly cols: number },
  columns: number,
): Cells {
  const right = cells.col + cells.sizeX
  const bottom = cells.row + cells.sizeY
  const col = edges.left ? Math.max(0, Math.min(right - 1, cells.col + by.cols)) : cells.col
  const row = edges.top ? Math.max(0, Math.min(bottom - 1, cells.row + by.rows)) : cells.row
  const end = edges.right ? Math.max(col + 1, Math.min(columns, right + by.cols)) : right
  const below = edges.bottom ? Math.max(row + 1, bottom + by.rows) : bottom
  return { row, col, sizeX: end - col, sizeY: below - row }
}

/** Topmost, then leftmost free room of that size; below all widgets if there is no gap. */
export function findRoom(size: Pick<Cells, 'sizeX' | 'sizeY'>, others: CellsById, columns: number): Cells {
  const end = within({ ...size, row: bottomOf(others), col: 0 }, columns)
  if (others.size > searchedMax) return end
  const all = [...others.values()]
  // Room begins at the edge of the grid or of a widget.
  const rows = edges(all.map(({ row, sizeY }) => row + sizeY))
  const cols = edges(all.map(({ col, sizeX }) => col + sizeX)).filter((col) => col + end.sizeX <= columns)
  for (const row of rows) {
    for (const col of cols) {
      const cells = { ...end, row, col }
      if (isFree(cells, others)) return cells
    }
  }
  return end
}

const edges = (ends: readonly number[]): number[] =>
  [...new Set([0, ...ends.map((end) => Math.ceil(end))])].sort((a, b) => a - b)

/** Room for a copy: to the right of the original; if that is taken, below it, where `pushDown` makes room. */
export function besideOf(original: Cells, others: CellsById, columns: number): Cells {
  const right = { ...original, col: original.col + original.sizeX }
  if (right.col + right.sizeX <= columns && isFree(right, others)) return right
  return { ...original, row: original.row + original.sizeY }
}

/**
 * Makes room for widgets that were placed: whatever they cover moves down below them, and so on. Widgets that already
 * overlapped each other stay as they are unless they are hit.
 */
export function pushDown(all: CellsById, placed: ReadonlySet<string>): CellsById {
  const result = new Map(all)
  const fixed = [...placed].flatMap((id) => result.get(id) ?? [])
  const queue = [...placed]
  // Every push moves a widget down, so this ends; the bound is for numbers too large to grow.
  let left = (all.size + 1) ** 2
  for (let id = queue.shift(); id !== undefined && left > 0; id = queue.shift()) {
    const mover = result.get(id)
    if (!mover) continue
    for (const [otherId, other] of result) {
      if (otherId === id || placed.has(otherId) || !overlap(mover, other)) continue
      left -= 1
      let moved = { ...other, row: mover.row + mover.sizeY }
      for (const one of fixed.toSorted((a, b) => a.row - b.row)) {
        if (overlap(one, moved)) moved = { ...moved, row: one.row + one.sizeY }
      }
      result.set(otherId, moved)
      queue.push(otherId)
    }
  }
  return result
}
