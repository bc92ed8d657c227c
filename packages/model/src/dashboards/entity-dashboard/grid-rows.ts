/** Places widgets in rows that fill the width of a grid, one row below the other. */

export const gridColumns = 24

export interface Placed<T> {
  readonly item: T
  readonly sizeX: number
  readonly sizeY: number
  readonly row: number
  readonly col: number
}

export interface RowOptions {
  readonly height: number
  /** Items of a full row. */
  readonly perRow: number
  /** Most columns of an item; default: a row with fewer items is filled too. */
  readonly widthMax?: number
}

/** Adds rows below those that are there. */
export interface GridRows<T> {
  /** Items side by side, in rows of similar length. */
  readonly add: (items: readonly T[], options: RowOptions) => void
  readonly placed: readonly Placed<T>[]
}

export function createGridRows<T>(): GridRows<T> {
  const placed: Placed<T>[] = []
  let row = 0
  return {
    placed,
    add(items, { height, perRow, widthMax = gridColumns }) {
      const rows = Math.ceil(items.length / perRow)
      for (let at = 0; at < rows; at++) {
        const own = items.slice(Math.round((at * items.length) / rows), Math.round(((at + 1) * items.length) / rows))
        const edge = (index: number) => Math.min(Math.round((index * gridColumns) / own.length), index * widthMax)
        for (const [index, item] of own.entries()) {
          const col = edge(index)
          placed.push({ item, sizeX: edge(index + 1) - col, sizeY: height, row, col })
        }
        row += height
      }
    },
  }
}
