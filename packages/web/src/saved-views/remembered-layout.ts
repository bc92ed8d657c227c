/**
 * How a user left a table: page size, order and columns.
 *
 * Kept in this browser per user and table, so that a table is drawn at once as it was left, and in the settings that the
 * platform keeps of the user, so that other machines find it too. Each has the platform's time at which it was left; the
 * latest holds.
 */

/** Parameters of the address, without the table's prefix; none: as the table is by itself. */
export type Layout = Readonly<Record<string, string>>

export interface LeftLayout {
  readonly layout: Layout
  /** Epoch ms, by the platform's clock. */
  readonly at: number
}

/** By the table's name. */
export type Layouts = Readonly<Record<string, LeftLayout>>

interface LocalLayout extends LeftLayout {
  /** The account has it. */
  readonly isSent: boolean
}

const prefixOf = (userId: string) => `sonde.table.${userId}.`
/** Tables of one account; those left longest ago go first. */
const tablesMax = 100
/** Characters of all of them as JSON: the platform keeps 64 KB, and few of the characters are more than a byte. */
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

/** What the platform holds; whatever is no layout counts as none. */
export function storedLayouts(stored: unknown): Layouts {
  if (!isObject(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([table, value]) => (isObject(value) ? [[table, leftOf(value)] as const] : [])),
  )
}

/** Layouts over those that are held, as many as an account keeps. */
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
    // Older versions kept the bare layout, and in the browser only.
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
    // Not stored: the layout lasts until the page is left.
  }
}

/** `known`: what the platform held when the page came. */
export function rememberedLayout(userId: string | undefined, table: string, known: Layouts): Layout {
  const stored = known[table]
  const local = userId ? localLayout(prefixOf(userId) + table) : null
  if (!local) return stored?.layout ?? {}
  return stored && stored.at > local.at ? stored.layout : local.layout
}

/** Keeps it in this browser; false: it is remembered like that already. */
export function rememberLayout(userId: string, table: string, { layout, at }: LeftLayout, known: Layouts): boolean {
  const inOrder = (of: Layout) => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (inOrder(rememberedLayout(userId, table, known)) === inOrder(layout)) return false
  // Later than what it replaces, even if another machine's idea of the time is ahead.
  const before = Math.max(known[table]?.at ?? 0, localLayout(prefixOf(userId) + table)?.at ?? 0)
  storeLocal(prefixOf(userId) + table, { layout, at: Math.max(at, before + 1), isSent: false })
  return true
}

/** What is not yet saved in this user's account. */
export function unsentLayouts(userId: string): Layouts {
  const prefix = prefixOf(userId)
  const unsent: [string, LeftLayout][] = []
  try {
    for (const key of Object.keys(localStorage)) {
      const local = key.startsWith(prefix) ? localLayout(key) : null
      if (local && !local.isSent) unsent.push([key.slice(prefix.length), { layout: local.layout, at: local.at }])
    }
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
  return Object.fromEntries(unsent)
}

/** Notes what the account holds now; a layout that was left later stays as it is. */
export function noteSent(userId: string, sent: Layouts): void {
  for (const [table, left] of Object.entries(sent)) {
    const key = prefixOf(userId) + table
    const local = localLayout(key)
    if (!local || local.at <= left.at) storeLocal(key, { ...left, isSent: true })
  }
}
