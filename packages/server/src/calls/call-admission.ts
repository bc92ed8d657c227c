/** Limits how many REST calls may wait, per tenant, per user and per visitors of a public customer. */

import type { Scope } from '../access/scope.ts'
import type { Limits } from '../limits/limits.ts'
import type { CallGate } from '../turns/call-gate.ts'

export interface CallAdmissionDeps {
  readonly gate: Pick<CallGate, 'waitingOf' | 'waitingOfUser' | 'waitingOfMost'>
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

/** Throws 429 when the caller has too many waiting calls. */
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
