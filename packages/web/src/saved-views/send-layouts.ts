/** Tells the account how its user left the tables, so that other machines find them so. */

import type { Client } from '../session/page-client.ts'
import { accountLayouts, infoWithLayouts, type Layouts, noteSent, unsentLayouts } from './remembered-layout.ts'
import { writeAccountInfo } from './write-account-info.ts'

/** What another machine left later stays, and is taken over here. Never throws: what was not sent is sent later. */
export async function sendLayouts(client: Client, userId: string): Promise<void> {
  try {
    const stored = await writeAccountInfo<Layouts>(
      client,
      (user) => {
        const isOwn = user.id.id === userId
        const unsent = isOwn ? unsentLayouts(userId) : {}
        const held = accountLayouts(user)
        const later = Object.entries(unsent).filter(([table, { at }]) => at > (held[table]?.at ?? -1))
        return {
          info: infoWithLayouts(user, Object.fromEntries(later)),
          isThere: later.length === 0,
          result: Object.fromEntries(
            Object.keys(unsent).flatMap((table) => (held[table] ? [[table, held[table]]] : [])),
          ),
        }
      },
      { ignoreLoading: true },
    )
    if (stored) noteSent(userId, stored)
  } catch {
    // Signed out or offline: this browser keeps it, and the next table that is opened tries again.
  }
}
