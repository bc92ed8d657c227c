/** Signed-in tenant administrator, for tests and catalogue stories. */

import type { AuthUser } from '@sonde/client'

export const tenantAdministrator: AuthUser = {
  userId: 'u',
  sub: 'ada@sonde.example',
  scopes: ['TENANT_ADMIN'],
  authority: 'TENANT_ADMIN',
  isPublic: false,
  tenantId: 't',
  customerId: null,
}
