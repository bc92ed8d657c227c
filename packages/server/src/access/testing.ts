/** Callers for tests. */

import { NIL_UUID } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import type { Scope } from './scope.ts'

/** A caller of a tenant: its administrator unless `more` says otherwise. */
export const testScope = (tenantId: string, more: Partial<Scope> = {}): Scope => ({
  userId: newId(),
  authority: 'TENANT_ADMIN',
  tenantId,
  customerId: NIL_UUID,
  email: 'a@sonde.example',
  firstName: null,
  lastName: null,
  isPublic: false,
  ...more,
})
