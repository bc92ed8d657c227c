/**
 * Layout in which a user left a table: page size, sort order and columns.
 *
 * Stored in this browser per user and table, so that a table appears at once as it was left, and in the user's settings
 * on the server, so that other devices find it too. Each layout has the server time of its last change; the latest one
 * wins.
 */

/** Search parameters without the table's prefix; empty: the table's defaults. */
export type Layout = Readonly<Record<string, string>>

export interface LeftLayout {
  readonly layout: Layout
  /** Epoch ms, server clock. */
  readonly at: number
}

/** Layouts by table name. */
export type Layouts = Readonly<Record<string, LeftLayout>>

interface LocalLayout extends LeftLayout {
  /** The layout is stored in the user's account. */
  readonly isSent: boolean
}

const prefixOf = (userId: string) => `sonde.table.${userId}.`
/** Maximum tables per account; the oldest layouts are dropped first. */
const tablesMax = 100
/**
 * Maximum characters of all layouts as JSON. The server accepts 64 KB; few of the characters take more than one byte.
 */
const layoutsLengthMax = 48_000

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const layoutOf = (value: unknown): Layout =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
const leftOf = ({ layout, at }: Readonly<Record<string, unknown>>): LeftLayout => ({
  layout: layoutOf(layout),
  at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
})

/** Parses the layouts stored on the server; entries that aren't objects are dropped. */
export function storedLayouts(stored: unknown): Layouts {
  if (!isObject(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([table, value]) => (isObject(value) ? [[table, leftOf(value)] as const] : [])),
  )
}

/** Merges layouts into the stored ones, up to the maximum of an account. */
export function withLayouts(held: Layouts, layouts: Layouts): Layouts {
  const latest = Object.entries({ ...held, ...layouts })
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, tablesMax)
  let length = 0
  return Object.fromEntries(
    latest.filter((entry) => {
      length += JSON.stringify(entry).length
      return length <= layoutsLengthMax
    }),
  )
}

function localLayout(key: string): LocalLayout | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isObject(stored)) return null
    // Format of older versions: the bare layout, stored only in the browser.
    if (!isObject(stored.layout)) return { layout: layoutOf(stored), at: 0, isSent: false }
    return { ...leftOf(stored), isSent: stored.isSent === true }
  } catch {
    return null
  }
}

function storeLocal(key: string, layout: LocalLayout): void {
  try {
    localStorage.setItem(key, JSON.stringify(layout))
  } catch {
    // Storage failed: the layout lasts until the page is left.
  }
}

/** `known`: layouts stored on the server when the page was loaded. */
export function rememberedLayout(userId: string | undefined, table: string, known: Layouts): Layout {
  const stored = known[table]
  const local = userId ? localLayout(prefixOf(userId) + table) : null
  if (!local) return stored?.layout ?? {}
  return stored && stored.at > local.at ? stored.layout : local.layout
}

/** Stores a layout in this browser; false: it equals the remembered one. */
export function rememberLayout(userId: string, table: string, { layout, at }: LeftLayout, known: Layouts): boolean {
  const inOrder = (of: Layout) => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (inOrder(rememberedLayout(userId, table, known)) === inOrder(layout)) return false
  // Later than the replaced layout, even if another device's clock is ahead.
  const before = Math.max(known[table]?.at ?? 0, localLayout(prefixOf(userId) + table)?.at ?? 0)
  storeLocal(prefixOf(userId) + table, { layout, at: Math.max(at, before + 1), isSent: false })
  return true
}

/** Layouts that aren't stored in the user's account yet. */
export function unsentLayouts(userId: string): Layouts {
  const prefix = prefixOf(userId)
  const unsent: [string, LeftLayout][] = []
  try {
    for (const key of Object.keys(localStorage)) {
      const local = key.startsWith(prefix) ? localLayout(key) : null
      if (local && !local.isSent) unsent.push([key.slice(prefix.length), { layout: local.layout, at: local.at }])
    }
  } catch {
    // Without local storage there is nothing to send.
  }
  return Object.fromEntries(unsent)
}

/** Records the layouts that the account contains; local layouts with a later time are kept. */
export function noteSent(userId: string, sent: Layouts): void {
  for (const [table, left] of Object.entries(sent)) {
    const key = prefixOf(userId) + table
    const local = localLayout(key)
    if (!local || local.at <= left.at) storeLocal(key, { ...left, isSent: true })
  }
}
