/** Who may raise an alarm, asked before what he sends is looked at. */

import { authorizeCreate } from '../access/authorize-create.ts'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'

/** An alarm is its originator's owner's; one that names none is the tenant's, and its customers' users are refused. */
export function authorizeAlarm(access: Access): (scope: Scope, body: unknown) => void {
  const authorize = authorizeCreate(access, 'ALARM')
  return (scope, body) => {
    const hasOriginator = typeof body === 'object' && body !== null && 'originator' in body && body.originator
    if (!hasOriginator) authorize(scope, body)
  }
}
