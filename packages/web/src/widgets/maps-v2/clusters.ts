/** Groups markers that are close to each other on the screen. */

interface Placed {
  /** Pixels. */
  readonly x: number
  readonly y: number
}

export interface Cluster<Item> {
  readonly items: readonly Item[]
  /** Center of its items, pixels. */
  readonly x: number
  readonly y: number
}

/**
 * Each item joins the nearest cluster whose first item is within `radius`, or begins one. The result depends on nothing
 * but the items and their order, so that clusters don't jump while values change.
 */
export function clustersOf<Item extends Placed>(items: readonly Item[], radius: number): Cluster<Item>[] {
  const clusters: { readonly items: Item[]; readonly first: Item }[] = []
  const grid = new Map<string, number[]>()
  const cell = (value: number) => Math.floor(value / radius)
  for (const item of items) {
    let nearest = -1
    let distance = radius
    for (let column = cell(item.x) - 1; column <= cell(item.x) + 1; column++) {
      for (let row = cell(item.y) - 1; row <= cell(item.y) + 1; row++) {
        for (const index of grid.get(`${column} ${row}`) ?? []) {
          const first = clusters[index]?.first
          const between = first ? Math.hypot(first.x - item.x, first.y - item.y) : Infinity
          if (between >= distance) continue
          nearest = index
          distance = between
        }
      }
    }
    if (nearest >= 0) clusters[nearest]?.items.push(item)
    else {
      const key = `${cell(item.x)} ${cell(item.y)}`
      grid.set(key, [...(grid.get(key) ?? []), clusters.length])
      clusters.push({ items: [item], first: item })
    }
  }
  return clusters.map(({ items: own }) => ({
    items: own,
    x: own.reduce((sum, { x }) => sum + x, 0) / own.length,
    y: own.reduce((sum, { y }) => sum + y, 0) / own.length,
  }))
}
