/** Checks the permission to raise alarms before the body is validated. */

import { authorizeCreate } from '../access/authorize-create.ts'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'

/**
 * An alarm without an originator would belong to the tenant, so customer users are rejected here. Alarms with an
 * originator
 * are checked later against the originator's owner.
 */
export function authorizeAlarm(access: Access): (scope: Scope, body: unknown) => void {
  const authorize = authorizeCreate(access, 'ALARM')
  return (scope, body) => {
    const hasOriginator = typeof body === 'object' && body !== null && 'originator' in body && body.originator
    if (!hasOriginator) authorize(scope, body)
  }
}
