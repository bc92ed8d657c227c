/** Text search of queries: a case-insensitive substring of an entity's fields and values, joined by spaces. */

/** Reads one of the searched texts of a row. */
export type TextOf<R> = (row: R) => string

/** Caches the searched text of a row: building it takes many times longer than searching it. */
export interface TextMemory<R> {
  find(row: R): string | null
  keep(row: R, text: string): void
}

/** Creates a matcher for a search text; null: no search. */
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
