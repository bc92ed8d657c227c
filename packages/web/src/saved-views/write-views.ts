/** Stores changes of a table's saved views in the account. */

import type { Client } from '../session/page-client.ts'
import {
  applyChange,
  infoWithViews,
  type StoredViews,
  storedViewsOf,
  type ViewChange,
  viewsOfTable,
  withViews,
} from './stored-views.ts'
import { writeAccountInfo } from './write-account-info.ts'

/** Resolves to the stored views; null: concurrent writes kept overwriting the changes. Throws if a request fails. */
export const writeViews = (
  client: Client,
  table: string,
  changes: readonly ViewChange[],
): Promise<StoredViews | null> =>
  writeAccountInfo(client, (user) => {
    const stored = storedViewsOf(user)
    const before = viewsOfTable(stored, table)
    const after = changes.reduce(applyChange, before)
    const result = withViews(stored, table, after)
    return { info: infoWithViews(user, result), isThere: JSON.stringify(before) === JSON.stringify(after), result }
  })
