/**
 * Text search of queries (dashboards.md §7.3): a substring, without regard to case, of the concatenation of an entity's
 * fields and values, which stand apart by a space.
 */

/** Reads one of the texts that are searched. */
export type TextOf<R> = (row: R) => string

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** null: nothing is searched. */
export function textMatch<R>(
  search: string | null | undefined,
  texts: readonly TextOf<R>[],
): ((row: R) => boolean) | null {
  const text = search?.trim()
  if (!text) return null
  // Its longest word lies within one of the texts: that alone decides about nearly every row.
  const words = text.split(' ')
  const word = new RegExp(escaped(words.reduce((a, b) => (b.length > a.length ? b : a))), 'i')
  const whole = words.length === 1 ? null : new RegExp(escaped(text), 'i')
  return (row) => {
    for (const textOf of texts) {
      if (word.test(textOf(row))) return whole === null || whole.test(texts.map((of) => of(row)).join(' '))
    }
    return false
  }
}
