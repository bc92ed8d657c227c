/** Matching and order of the entries of the command palette. Pure functions. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import type { LucideIcon } from 'lucide-react'

export interface PaletteEntry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly icon: LucideIcon
  /** Shown at the right: a state or a keyboard shortcut. */
  readonly hint?: string
  /** Severity of the worst active alarm, shown before the hint. */
  readonly severity?: AlarmSeverity | undefined
  readonly run: (inNewTab: boolean) => void
  /** Search result of the server: isn’t filtered again. */
  readonly isFound?: boolean
  readonly isCommand?: boolean
  /** Created from the query, even with a typing error in it: Enter runs it only when it was selected. */
  readonly isOffer?: boolean
}

/** Entry that Enter runs. `selected`: ID of the entry selected with the arrow keys, or null. */
export function currentEntry(shown: readonly PaletteEntry[], selected: string | null): PaletteEntry | undefined {
  return shown.find(({ id }) => id === selected) ?? shown.find(({ isOffer }) => !isOffer)
}

/** Filters the entries by the query and keeps their order. A query that starts with `>` finds only commands. */
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

/** Splits the label so that the parts that match can be highlighted. */
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
