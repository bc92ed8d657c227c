/** Turns for tests that are about something else: everything is allowed. */

import type { CallBudgets } from '../calls/call-budgets.ts'
import { createTurns } from '../turns/turns.ts'

export const freeBudgets: Pick<CallBudgets, 'open'> = {
  open: () => ({
    spend() {},
    giveBack() {},
    close() {},
    leave() {},
    place: () => undefined,
    bytes: 0,
    left: Number.POSITIVE_INFINITY,
  }),
}

/** What an HTTP app needs of them. */
export const freeTurns = () => ({ turns: createTurns(), budgets: freeBudgets, gate: { enter: async () => () => {} } })
