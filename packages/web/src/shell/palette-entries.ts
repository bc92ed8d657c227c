/** What the command palette offers for a query: pure, so that matching and order can be tested. */

import type { LucideIcon } from 'lucide-react'

export interface PaletteEntry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly icon: LucideIcon
  /** At the right end: a state, a key. */
  readonly hint?: string
  readonly run: (inNewTab: boolean) => void
  /** Found by the server already: not matched again. */
  readonly isFound?: boolean
  readonly isCommand?: boolean
  /** Made from the query, so it matches any typing error: Enter runs it only after it was selected. */
  readonly isOffer?: boolean
}

/** The entry that Enter runs. `selected`: the id of the one that was selected; null: none was. */
export function currentEntry(shown: readonly PaletteEntry[], selected: string | null): PaletteEntry | undefined {
  return shown.find(({ id }) => id === selected) ?? shown.find(({ isOffer }) => !isOffer)
}

/** Entries that match, in their order. `>` before the query leaves only commands. */
export function matchingEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const onlyCommands = query.startsWith('>')
  const words = (onlyCommands ? query.slice(1) : query).toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (onlyCommands && !entry.isCommand) return false
    if (entry.isFound) return true
    const label = entry.label.toLowerCase()
    return words.every((word) => label.includes(word))
  })
}

export interface MarkedPart {
  readonly text: string
  readonly isMatch: boolean
}

/** The label in parts, the matching ones marked. */
export function markMatches(label: string, query: string): readonly MarkedPart[] {
  const wanted = query.replace(/^>/, '').trim().toLowerCase()
  const at = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted)
  if (at < 0) return [{ text: label, isMatch: false }]
  const parts = [
    { text: label.slice(0, at), isMatch: false },
    { text: label.slice(at, at + wanted.length), isMatch: true },
    { text: label.slice(at + wanted.length), isMatch: false },
  ]
  return parts.filter((part) => part.text !== '')
}
