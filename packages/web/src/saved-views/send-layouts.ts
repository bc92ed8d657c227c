/** Sends table layouts to the server, so that tables look the same on the user's other devices. */

import type { Client } from '../session/page-client.ts'
import { noteSent, storedLayouts, unsentLayouts, withLayouts } from './remembered-layout.ts'
import { inTurn } from './with-lock.ts'

const attemptsMax = 4

/** Background request: no progress bar and no error toasts. */
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

/**
 * Sends layouts that are later than the server's, and adopts layouts that another device stored later. Sends again if
 * another device overwrote them concurrently. Never throws: unsent layouts are sent later.
 */
export async function sendLayouts(client: Client, userId: string): Promise<void> {
  try {
    await inTurn(() => send(client, userId))
  } catch {
    // Signed out or offline: the layouts stay in this browser, and the next opened table tries again.
  }
}

async function send({ session, userSettings }: Client, userId: string): Promise<void> {
  const isOwn = () => session.user?.userId === userId
  for (let attempt = 0; ; attempt++) {
    // Another user may have signed in; their account must not receive these layouts.
    if (!isOwn()) return
    const held = storedLayouts(await userSettings.get('tableLayouts', quiet))
    const unsent = Object.entries(unsentLayouts(userId))
    const later = unsent.filter(([table, { at }]) => at > (held[table]?.at ?? -1))
    if (later.length === 0) {
      noteSent(userId, Object.fromEntries(unsent.flatMap(([table]) => (held[table] ? [[table, held[table]]] : []))))
      return
    }
    if (attempt === attemptsMax || !isOwn()) return
    await userSettings.save('tableLayouts', withLayouts(held, Object.fromEntries(later)), quiet)
  }
}
