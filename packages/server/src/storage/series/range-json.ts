/**
 * Range reads as JSON text of the wire format, `{"key":[{"ts":1,"value":"2"}]}`, created in pieces in the reader
 * worker.
 *
 * Between two pieces a read only holds copies of open heads and the columns of one window, however long its range is.
 */

import type { ChunkFinder } from './chunks.ts'
import { type JsonPieces, pieceBytes } from './series-json.ts'
import type { HeadCopy } from './series-merge.ts'
import type { SeriesRange } from './series-range.ts'
import { readWindows, type WindowEdges, type WindowSize, windowPointsMax, windowPointsMin } from './series-windows.ts'

/** Format of a run of series within the text of a response. */
export interface JsonForm {
  readonly kind: 'object'
  /** Key name of each series. */
  readonly names: readonly string[]
  /** Numbers, booleans and JSON as JSON values; otherwise every value as a string. */
  readonly isStrict: boolean
  /** Whether the object already has members before this run. */
  readonly follows: boolean
  /** Whether the object ends with this run. */
  readonly closes: boolean
}

export interface JsonRequest {
  readonly series: readonly number[]
  readonly heads: readonly (HeadCopy | undefined)[]
  readonly range: SeriesRange
  readonly form: JsonForm
}

export interface JsonSources {
  readonly chunks: ChunkFinder
  readonly edges: WindowEdges
  /** Shared by alternating reads; empty between two steps. */
  readonly pieces: JsonPieces
}

/** Yields full pieces and returns the last one. Omits series without points. */
export function* rangeJson(
  { chunks, edges, pieces }: JsonSources,
  { series, heads, range, form }: JsonRequest,
): Generator<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const size: WindowSize = { points: windowPointsMax / 4 }
  let follows = form.follows
  for (const [i, each] of series.entries()) {
    let isOpen = false
    for (const columns of readWindows(chunks, edges, each, heads[i], range, size)) {
      let bytes = 0
      for (let at = 0; at < columns.length; ) {
        const before = pieces.byteLength()
        const isFirst = !isOpen
        if (isFirst) {
          pieces.text(`${follows ? ',' : '{'}${JSON.stringify(form.names[i])}:[`)
          isOpen = true
          follows = true
        }
        at = pieces.points(columns, at, form.isStrict, isFirst)
        bytes += pieces.byteLength() - before
        if (pieces.isFull()) yield pieces.take()
      }
      if (columns.length > 0) size.points = pointsOfSize(bytes / columns.length)
    }
    if (isOpen) pieces.text(']')
  }
  if (form.closes) pieces.text(follows ? '}' : '{}')
  return pieces.take()
}

const pointsOfSize = (bytesPerPoint: number): number =>
  Math.min(windowPointsMax, Math.max(windowPointsMin, Math.round(pieceBytes / bytesPerPoint)))
