/**
 * Text search of queries: a substring, without regard to case, of the concatenation of an entity's
 * fields and values, which stand apart by a space.
 */

/** Reads one of the texts that are searched. */
export type TextOf<R> = (row: R) => string

/** Remembers what is searched of a row, which is many times more work than to look through it. */
export interface TextMemory<R> {
  find(row: R): string | null
  keep(row: R, text: string): void
}

/** null: nothing is searched. */
export function textMatch<R>(
  search: string | null | undefined,
  texts: readonly TextOf<R>[],
  memory: TextMemory<R> | null = null,
): ((row: R) => boolean) | null {
  const wanted = search?.trim().toLowerCase()
  if (!wanted) return null
  const textOf = (row: R) =>
    texts
      .map((of) => of(row))
      .join(' ')
      .toLowerCase()
  if (!memory) return (row) => textOf(row).includes(wanted)
  return (row) => {
    let text = memory.find(row)
    if (text === null) {
      text = textOf(row)
      memory.keep(row, text)
    }
    return text.includes(wanted)
  }
}
