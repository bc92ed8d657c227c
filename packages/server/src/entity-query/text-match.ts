/**
 * Text search of queries (dashboards.md §7.3): a substring, without regard to case, of the concatenation of an entity's
 * fields and values, which stand apart by a space.
 */

export type TextMatch = (texts: readonly (() => string)[]) => boolean

/** null: nothing is searched. */
export function textMatch(search: string | null | undefined): TextMatch | null {
  const text = search?.trim()
  if (!text) return null
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
  // A text without a space lies within one of them.
  if (!text.includes(' ')) return (texts) => texts.some((of) => pattern.test(of()))
  return (texts) => pattern.test(texts.map((of) => of()).join(' '))
}
