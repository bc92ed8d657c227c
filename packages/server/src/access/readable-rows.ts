/** Rows of a type that a caller may read, for queries. Uses the same rules as requests for single entities. */

import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { Ownership } from '../entities/rules.ts'
import { accessRules } from './access-rules.ts'
import type { Scope } from './scope.ts'

/** Rows of the caller's tenant: all, those of its customer, the caller itself, administrators. */
export type ReadableRows = 'all' | 'customer' | 'oneself' | 'administrators'

const ofTenant = ({ tenantId }: Scope) => tenantId !== NIL_UUID && 'all'
const ofCustomer = ({ customerId }: Scope) => customerId !== NIL_UUID && 'customer'

/** Readable rows by ownership. Must agree with `ownerships`, which check a single entity. */
const rowsOf: Readonly<Record<Ownership, (scope: Scope) => ReadableRows | false>> = {
  ANY: () => 'all',
  SYSTEM: ({ tenantId }) => tenantId === NIL_UUID && 'all',
  OWN_TENANT: ofTenant,
  SYSTEM_OR_OWN_TENANT: () => 'all',
  OWN_CUSTOMER: ofCustomer,
  OWN_CUSTOMER_WITH_ACCOUNT: (scope) => !scope.isPublic && ofCustomer(scope),
  NAMED_FOR_VISITORS: () => false,
  OWN_TENANT_WITH_ACCOUNT: (scope) => !scope.isPublic && ofTenant(scope),
  ONESELF: ({ isPublic }) => !isPublic && 'oneself',
  ADMINISTRATOR: () => 'administrators',
}

/** Readable rows of the caller's own tenant, even if the caller may read others too; empty: none. */
export function readableRows(scope: Scope, entityType: EntityType): ReadonlySet<ReadableRows> {
  // With a share link, queries list no dashboards: the only readable one is open.
  if (scope.share && entityType === 'DASHBOARD') return new Set()
  const rules = accessRules[entityType][scope.authority] ?? []
  const readable = rules.filter(({ operations }) => operations.includes('READ')).map(({ of }) => rowsOf[of](scope))
  return new Set(readable.filter((rows) => rows !== false))
}
