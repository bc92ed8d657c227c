/** The one module that decides: it reads the table of rules and says no in the wire's way. */

import { forbidden, notFound } from '@sonde/model/errors'
import { type AccessRules, accessRules, ownerships } from './access-rules.ts'
import type { EntityOwners } from './entity-owners.ts'
import type { Access, Operation } from './operations.ts'
import type { Owned, Scope } from './scope.ts'

export interface AccessParts {
  readonly owners: EntityOwners
  /** The platform's table where absent. */
  readonly rules?: AccessRules
}

export function createAccess({ owners, rules = accessRules }: AccessParts): Access {
  const allows = (scope: Scope, operation: Operation, owned: Owned): boolean =>
    rules[owned.id.entityType][scope.authority]?.some(
      (rule) => rule.operations.includes(operation) && ownerships[rule.of](scope, owned),
    ) ?? false

  function demand(scope: Scope, operation: Operation, owned: Owned): void {
    if (allows(scope, operation, owned)) return
    // As recorded: a foreign device does not exist, other foreign things are refused.
    if (owned.id.entityType === 'DEVICE' && scope.authority !== 'SYS_ADMIN' && owned.tenantId !== scope.tenantId) {
      throw notFound('DEVICE', owned.id.id)
    }
    throw forbidden()
  }

  return {
    allows,
    demand,
    async demandEntity(scope, operation, entity) {
      // Who may not do this with any such thing does not learn whether this one exists. System administrators do, as
      // recorded, but for values: those are never theirs.
      const some = rules[entity.entityType][scope.authority]?.some((rule) => rule.operations.includes(operation))
      if (!some && (scope.authority !== 'SYS_ADMIN' || isAboutValues(operation))) throw forbidden()
      const owned = await owners.find(entity)
      if (!owned) throw notFound(entity.entityType, entity.id)
      demand(scope, operation, owned)
      return owned
    },
  }
}

const isAboutValues = (operation: Operation): boolean => /_(ATTRIBUTES|TELEMETRY)$/.test(operation)
