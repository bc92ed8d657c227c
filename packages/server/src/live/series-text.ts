/** Puts series that are JSON text already into an answer that is not: they are large, and need not be parsed for it. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { newId } from '../ids.ts'

export interface SeriesTexts {
  /** Stands for the text in an object that is given to `stringify` afterwards. */
  place(text: string): Record<string, readonly TsValue[]>
  stringify(value: unknown): string
}

export function createSeriesTexts(): SeriesTexts {
  // No value that a device sends can be taken for it.
  const mark = newId()
  const texts: string[] = []
  return {
    place(text) {
      const index = texts.push(text) - 1
      // Typed as what the reader of the answer finds there.
      return { toJSON: () => `${mark}${index}` } as unknown as Record<string, readonly TsValue[]>
    },
    stringify: (value) =>
      JSON.stringify(value)
        .split(`"${mark}`)
        .map((part, i) => (i === 0 ? part : withText(part, texts)))
        .join(''),
  }
}

/** The part begins with the number of its text and a quote. */
function withText(part: string, texts: readonly string[]): string {
  const quote = part.indexOf('"')
  return `${texts[Number(part.slice(0, quote))] ?? '{}'}${part.slice(quote + 1)}`
}
