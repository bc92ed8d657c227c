/** How many REST calls may wait for their turn: of a tenant, of a user, of the visitors of a public customer. */

import type { Scope } from '../access/scope.ts'
import type { Limits } from '../limits/limits.ts'
import type { CallGate } from '../turns/call-gate.ts'

export interface CallAdmissionDeps {
  readonly gate: Pick<CallGate, 'waitingOf' | 'waitingOfUser' | 'waitingOfMost'>
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

/** Throws 429 when one more call of the caller may not wait. */
export function createCallAdmission({ gate, limits }: CallAdmissionDeps): (scope: Scope) => void {
  limits.measure('waitingCalls', gate.waitingOf)
  limits.measure('userWaitingCalls', (tenantId) => gate.waitingOfMost(tenantId, false))
  limits.measure('visitorWaitingCalls', (tenantId) => gate.waitingOfMost(tenantId, true))
  return (scope) => {
    const { tenantId, userId, isPublic } = scope
    const ofUser = isPublic ? 'visitorWaitingCalls' : 'userWaitingCalls'
    const by = { entityType: isPublic ? 'CUSTOMER' : 'USER', id: userId } as const
    if (gate.waitingOfUser(scope) >= limits.of(tenantId, ofUser)) limits.reject(tenantId, ofUser, by)
    if (gate.waitingOf(tenantId) >= limits.of(tenantId, 'waitingCalls')) limits.reject(tenantId, 'waitingCalls', by)
  }
}
