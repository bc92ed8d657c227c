/** Sends the platform how its user left the tables, so that they look the same on other machines. */

import type { Client } from '../session/page-client.ts'
import { noteSent, storedLayouts, unsentLayouts, withLayouts } from './remembered-layout.ts'
import { inTurn } from './with-lock.ts'

const attemptsMax = 4

/** Nobody waits for it: without the progress line. */
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

/**
 * What another machine left later stays, and is taken over here; what others write over meanwhile is sent once more. Never
 * throws: what was not sent is sent later.
 */
export async function sendLayouts(client: Client, userId: string): Promise<void> {
  try {
    await inTurn(() => send(client, userId))
  } catch {
    // Signed out or offline: this browser keeps it, and the next table that is opened tries again.
  }
}

async function send({ session, userSettings }: Client, userId: string): Promise<void> {
  const isOwn = () => session.user?.userId === userId
  for (let attempt = 0; ; attempt++) {
    // Somebody else may have signed in, and gets nothing of this one.
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
