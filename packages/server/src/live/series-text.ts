/** Inserts series that already are JSON text into a response, because they are large and need no parsing. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { newId } from '../ids.ts'

export interface SeriesTexts {
  /** Returns a placeholder for the text; `stringify` replaces it. */
  place(text: string): Record<string, readonly TsValue[]>
  stringify(value: unknown): string
}

export function createSeriesTexts(): SeriesTexts {
  // Unique, so that no value from a device can equal it.
  const mark = newId()
  const texts: string[] = []
  return {
    place(text) {
      const index = texts.push(text) - 1
      // Typed as the value that readers of the response get.
      return { toJSON: () => `${mark}${index}` } as unknown as Record<string, readonly TsValue[]>
    },
    stringify: (value) =>
      JSON.stringify(value)
        .split(`"${mark}`)
        .map((part, i) => (i === 0 ? part : withText(part, texts)))
        .join(''),
  }
}

/** The part begins with the index of its text and a quote. */
function withText(part: string, texts: readonly string[]): string {
  const quote = part.indexOf('"')
  return `${texts[Number(part.slice(0, quote))] ?? '{}'}${part.slice(quote + 1)}`
}
