/** Turns and budgets without limits, for tests of other features. */

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

/** Scheduling dependencies of an HTTP app. */
export const freeTurns = () => ({ turns: createTurns(), budgets: freeBudgets, gate: { enter: async () => () => {} } })
