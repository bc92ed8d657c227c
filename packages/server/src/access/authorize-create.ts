/** Checks create permission before the body is validated. */

import { type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Access } from './operations.ts'
import type { Scope } from './scope.ts'

/** For a route that creates without an ID and updates with one: throws 403 if the caller may not create. */
export const authorizeCreate =
  (access: Access, entityType: EntityType) =>
  (scope: Scope, body: unknown): void => {
    const id = typeof body === 'object' && body !== null ? (body as { readonly id?: unknown }).id : undefined
    if (id !== undefined && id !== null) return
    access.require(scope, 'CREATE', {
      id: entityId(entityType, NIL_UUID),
      tenantId: scope.tenantId,
      customerId: NIL_UUID,
    })
  }
