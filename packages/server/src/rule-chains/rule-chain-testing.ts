/** Access rules of rule chains for tests: only chains of the caller's tenant are accessible. */

import { forbidden, notFound } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { RelationalStore } from '../storage/relational.ts'

export function ownChainsOnly(relational: RelationalStore): Access {
  const access: Access = {
    allows: (scope, _operation, owned) => owned.tenantId === scope.tenantId,
    require(scope, operation, owned) {
      if (!access.allows(scope, operation, owned)) throw forbidden()
    },
    async requireEntity(scope, operation, entity) {
      const row = await relational.first(
        relational.build.selectFrom('rule_chain').select('tenant_id').where('id', '=', entity.id),
      )
      if (!row) throw notFound(entity.entityType, entity.id)
      const owned = { id: entity, tenantId: row.tenant_id, customerId: NIL_UUID }
      access.require(scope, operation, owned)
      return owned
    },
  }
  return access
}
