/**
 * Drafts of aliases and filters while their dialog is open: the stored JSON itself, so that what the form doesn't know
 * is kept, and what the user didn't touch stays the same object.
 */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { isJsonObject, textOf } from '@sonde/model/dashboards/json-parts'

export interface EntryDraft {
  readonly id: string
  readonly json: JsonObject
}

/** Entries that the dialog shows: anything but an object is invisible, and kept. */
export const draftsOf = (stored: JsonObject): readonly EntryDraft[] =>
  Object.entries(stored).flatMap(([id, json]) => (isJsonObject(json) ? [{ id, json }] : []))

/** What is stored for the drafts; the same object if nothing changed. */
export function storedOf(before: JsonObject, drafts: readonly EntryDraft[]): JsonObject {
  const shown = new Set(draftsOf(before).map(({ id }) => id))
  const hidden = Object.entries(before).filter(([id]) => !shown.has(id))
  const isSame = drafts.length === shown.size && drafts.every(({ id, json }) => shown.has(id) && before[id] === json)
  if (isSame) return before
  return Object.fromEntries([...hidden, ...drafts.map(({ id, json }) => [id, json])])
}

/** Member that holds the name: `alias` of aliases, `filter` of filters. */
export type NameMember = 'alias' | 'filter'

export const nameOf = ({ json }: EntryDraft, member: NameMember): string => textOf(json[member]) ?? ''

/** Drafts whose name is missing, or taken by another one; names that the dashboard came with are left alone. */
export function nameFaults(
  before: JsonObject,
  drafts: readonly EntryDraft[],
  member: NameMember,
): ReadonlyMap<string, 'nameRequired' | 'nameTaken'> {
  const counts = new Map<string, number>()
  const trimmed = (draft: EntryDraft) => nameOf(draft, member).trim()
  for (const draft of drafts) counts.set(trimmed(draft), (counts.get(trimmed(draft)) ?? 0) + 1)
  const faults = new Map<string, 'nameRequired' | 'nameTaken'>()
  for (const draft of drafts) {
    if (!isChanged(before, draft)) continue
    const name = trimmed(draft)
    if (name === '') faults.set(draft.id, 'nameRequired')
    else if ((counts.get(name) ?? 0) > 1) faults.set(draft.id, 'nameTaken')
  }
  return faults
}

export const isChanged = (before: JsonObject, { id, json }: EntryDraft): boolean => before[id] !== json

/** Changed drafts with their names trimmed, as they are stored. */
export const withTrimmedNames = (
  before: JsonObject,
  drafts: readonly EntryDraft[],
  member: NameMember,
): readonly EntryDraft[] =>
  drafts.map((draft) => {
    const name = nameOf(draft, member)
    if (!isChanged(before, draft) || name.trim() === name) return draft
    return { ...draft, json: { ...draft.json, [member]: name.trim() } }
  })

/** A name that no other draft has: “Pumps copy”, “Pumps copy 2”. `nameAt`: the name of the n-th attempt, from 1. */
export function freeName(
  drafts: readonly EntryDraft[],
  member: NameMember,
  nameAt: (attempt: number) => string,
): string {
  const taken = new Set(drafts.map((draft) => nameOf(draft, member)))
  let attempt = 1
  while (taken.has(nameAt(attempt))) attempt++
  return nameAt(attempt)
}

const keys = new WeakMap<object, string>()
let made = 0

/** Key of an item of a list for React and for field paths: an item has none in the JSON. */
export function keyOf(item: object): string {
  const existing = keys.get(item)
  if (existing !== undefined) return existing
  const key = `k${++made}`
  keys.set(item, key)
  return key
}

/** The list with one item changed, which keeps its key. */
export function withItemChanged(list: readonly unknown[], item: object, next: object): readonly unknown[] {
  if (next === item) return list
  keys.set(next, keyOf(item))
  return list.map((one) => (one === item ? next : one))
}
