/** How many REST calls may wait for their turn: of a tenant, of a user, of the visitors of a public customer. */

import type { Scope } from '../access/scope.ts'
import type { Limits } from '../limits/limits.ts'
import type { Turns } from './turns.ts'

export interface CallAdmissionParts {
  readonly turns: Pick<Turns, 'waitingOf' | 'waitingOfUser'>
  readonly limits: Pick<Limits, 'of' | 'refuse' | 'measure'>
}

/** Throws 429 when one more call of the caller may not wait. */
export function createCallAdmission({ turns, limits }: CallAdmissionParts): (scope: Scope) => void {
  limits.measure('waitingCalls', turns.waitingOf)
  return (scope) => {
    const { tenantId, userId, isPublic } = scope
    const ofUser = isPublic ? 'visitorWaitingCalls' : 'userWaitingCalls'
    const by = { entityType: isPublic ? 'CUSTOMER' : 'USER', id: userId } as const
    if (turns.waitingOfUser(scope) >= limits.of(tenantId, ofUser)) limits.refuse(tenantId, ofUser, by)
    if (turns.waitingOf(tenantId) >= limits.of(tenantId, 'waitingCalls')) limits.refuse(tenantId, 'waitingCalls', by)
  }
}
