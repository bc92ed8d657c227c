/** Determines where the windows of a long range end, based on chunk headers. */

import type { DatabaseSync } from 'node:sqlite'
import type { WindowEdges } from '../series/series-windows.ts'

/** Maximum number of chunks examined for a window; reaching it only makes the window shorter. */
const chunksPerWindow = 64

export function createWindowEdges(database: DatabaseSync): WindowEdges {
  const select = 'select t0, n from chunk where series = ? and t0 > ? and t0 < ? order by t0'
  const forwards = database.prepare(`${select} limit ${chunksPerWindow}`)
  const backwards = database.prepare(`${select} desc limit ${chunksPerWindow}`)
  for (const statement of [forwards, backwards]) statement.setReturnArrays(true)

  return (series, startTs, endTs, descending, points) => {
    const chunks = (descending ? backwards : forwards).all(series, startTs, endTs) as unknown as [number, number][]
    let count = 0
    for (const [t0, n] of chunks) {
      // A forward window ends before this chunk, a backward window begins with it.
      if (!descending && count >= points) return t0
      count += n
      if (descending && count >= points) return t0
    }
    const last = chunks.length === chunksPerWindow ? chunks.at(-1)?.[0] : undefined
    return last ?? (descending ? startTs : endTs)
  }
}
