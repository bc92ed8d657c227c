/**
 * Ranges of many series as JSON arrays of the wire format, `[{"ts":1,"value":"2"}]`, one text per series. A dashboard
 * requests these in one command. The texts are created in the reader worker, so that the event loop only inserts them
 * into its response.
 */

import type { ChunkFinder } from './chunks.ts'
import { type Columns, pick } from './columns.ts'
import type { JsonPieces } from './series-json.ts'
import type { HeadCopy } from './series-merge.ts'
import { readSeries, type SeriesRange, type TextRoom } from './series-range.ts'

export interface ArraysForm {
  readonly kind: 'arrays'
  /** Orders buckets from newest to oldest too; otherwise they're ordered from oldest to newest. */
  readonly newestFirst: boolean
}

export interface ArraysRequest {
  readonly series: readonly number[]
  readonly heads: readonly (HeadCopy | undefined)[]
  /** Concatenated in the text of each series. */
  readonly ranges: readonly SeriesRange[]
  /** Maximum number of points of all series together. */
  readonly pointsMax: number
}

export interface ArrayText {
  readonly text: string
  readonly points: number
}

/** null: there are more than `pointsMax` points. */
export function rangeArrays(
  { chunks, pieces }: { readonly chunks: ChunkFinder; readonly pieces: JsonPieces },
  { series, heads, ranges, pointsMax }: ArraysRequest,
  { newestFirst }: ArraysForm,
  room?: TextRoom,
): ArrayText[] | null {
  const texts: ArrayText[] = []
  let left = pointsMax

  function textOf(each: number, head: HeadCopy | undefined): ArrayText | null {
    let text = ''
    let points = 0
    let isFirst = true
    pieces.text('[')
    for (const range of ranges) {
      const found = readSeries(chunks, each, head, range, room)
      points += found.length
      if (points > left) return null
      const columns = newestFirst && isAscending(found) ? reversed(found) : found
      for (let at = 0; at < columns.length; ) {
        at = pieces.points(columns, at, false, isFirst)
        isFirst = false
        if (pieces.isFull()) text += pieces.takeText()
      }
    }
    pieces.text(']')
    return { text: text + pieces.takeText(), points }
  }

  for (const [i, each] of series.entries()) {
    const text = textOf(each, heads[i])
    if (text === null) {
      pieces.takeText()
      return null
    }
    left -= text.points
    texts.push(text)
  }
  return texts
}

const isAscending = ({ ts, length }: Columns): boolean => length > 1 && (ts[0] as number) < (ts[1] as number)

const reversed = (columns: Columns): Columns =>
  pick(
    columns,
    Array.from({ length: columns.length }, (_, i) => columns.length - 1 - i),
  )
