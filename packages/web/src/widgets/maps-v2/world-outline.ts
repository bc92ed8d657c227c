/**
 * Outline of land and borders, from Natural Earth's public domain data at 1:110 million. Maps draw it where there are no
 * tiles. It's loaded with the first such map.
 */

export type LatLng = [number, number]

export interface WorldOutline {
  /** Parts of land: the shore, then lakes. */
  readonly land: LatLng[][][]
  readonly borders: LatLng[][]
}

/** Points as differences of longitude and latitude in `1 / scale` degrees. */
interface Stored {
  readonly scale: number
  readonly land: readonly (readonly (readonly number[])[])[]
  readonly borders: readonly (readonly number[])[]
}

let loading: Promise<WorldOutline> | null = null

export function loadWorldOutline(): Promise<WorldOutline> {
  loading ??= import('./world-outline.json').then(
    (module) => decoded(module.default),
    (error: unknown) => {
      // The next map tries again.
      loading = null
      throw error
    },
  )
  return loading
}

export function decoded({ scale, land, borders }: Stored): WorldOutline {
  const line = (steps: readonly number[]): LatLng[] => {
    const points: LatLng[] = []
    let longitude = 0
    let latitude = 0
    for (let at = 0; at + 1 < steps.length; at += 2) {
      longitude += steps[at] ?? 0
      latitude += steps[at + 1] ?? 0
      points.push([latitude / scale, longitude / scale])
    }
    return points
  }
  return { land: land.map((rings) => rings.map(line)), borders: borders.map(line) }
}
