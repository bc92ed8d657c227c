/** How a user left a table: page size, order and columns, kept in this browser per user and table. */

export type Layout = Readonly<Record<string, string>>

const keyOf = (userId: string, table: string) => `sonde.table.${userId}.${table}`

export function rememberedLayout(userId: string | undefined, table: string): Layout {
  if (!userId) return {}
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, table)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const given = Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(given)
  } catch {
    return {}
  }
}

/** Nothing to remember is forgotten. */
export function rememberLayout(userId: string | undefined, table: string, layout: Layout): void {
  if (!userId) return
  try {
    if (Object.keys(layout).length === 0) localStorage.removeItem(keyOf(userId, table))
    else localStorage.setItem(keyOf(userId, table), JSON.stringify(layout))
  } catch {
    // Not stored: the layout lasts until the page is left.
  }
}
