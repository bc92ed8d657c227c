/** The only module that decides about access: it evaluates the table of rules and throws the errors of the API. */

import { forbidden, notFound } from '@sonde/model/errors'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { type AccessRules, accessRules, type NamedWish, ownerships } from './access-rules.ts'
import type { EntityOwners } from './entity-owners.ts'
import type { LastingAccess, Operation, ReadsValues } from './operations.ts'
import { readableOf, type VisitorReads, wholeReads } from './readable-values.ts'
import type { Owned, Scope } from './scope.ts'

/** Names of what owners allow visitors to write. */
export interface VisitorWrites {
  allowed(operation: Operation, entity: EntityId): Promise<readonly string[]>
  /** Counts a write. Throws 429 when there are too many. */
  consume(scope: Scope, entity: EntityId): void
}

export interface AccessDeps {
  readonly owners: EntityOwners
  /** Absent: visitors may write nothing. */
  readonly visitorWrites?: VisitorWrites
  /** Absent: visitors may read all values of public entities. */
  readonly visitorReads?: Pick<VisitorReads, 'of'>
  /** Absent: the server's own rules. */
  readonly rules?: AccessRules
}

export function createAccess({
  owners,
  visitorWrites,
  visitorReads = wholeReads,
  rules = accessRules,
}: AccessDeps): LastingAccess {
  const allows = (scope: Scope, operation: Operation, owned: Owned, wish?: NamedWish): boolean =>
    isInShare(scope, operation, owned) &&
    (rules[owned.id.entityType][scope.authority]?.some(
      (rule) => rule.operations.includes(operation) && ownerships[rule.of](scope, owned, wish),
    ) ??
      false)

  function require(scope: Scope, operation: Operation, owned: Owned, wish?: NamedWish): void {
    if (allows(scope, operation, owned, wish)) return
    // As in the reference API: another tenant's device isn't found, other entities of foreign owners are forbidden.
    if (owned.id.entityType === 'DEVICE' && scope.authority !== 'SYS_ADMIN' && owned.tenantId !== scope.tenantId) {
      throw notFound('DEVICE', owned.id.id)
    }
    throw forbidden()
  }

  async function requireOwned<T extends EntityType>(
    scope: Scope,
    operation: Operation,
    entity: EntityId<T>,
    names?: readonly string[],
  ): Promise<Owned<T>> {
    // A caller without this permission on any entity of the type doesn't learn whether this one exists. System
    // administrators do, as in the reference API, except for values, which they may never access.
    const some = rules[entity.entityType][scope.authority]?.some((rule) => rule.operations.includes(operation))
    if (!some && (scope.authority !== 'SYS_ADMIN' || isAboutValues(operation))) throw forbidden()
    const owned = await owners.find(entity)
    if (!owned) throw notFound(entity.entityType, entity.id)
    if (!scope.isPublic || !names || !visitorWrites) require(scope, operation, owned)
    else require(scope, operation, owned, { names, allowed: await visitorWrites.allowed(operation, owned.id) })
    return { ...owned, id: entityId(entity.entityType, owned.id.id) }
  }

  /** Rejects visitors with a restricted view who read values without `requireValues`. */
  async function requireWhole(scope: Scope, operation: Operation): Promise<void> {
    if (scope.isPublic && isReadOfValues(operation) && (await visitorReads.of(scope))) throw forbidden()
  }

  const requireStill: LastingAccess['requireStill'] = async (scope, operation, entity, names) => {
    const owned = await requireOwned(scope, operation, entity, names)
    await requireWhole(scope, operation)
    return owned
  }

  return {
    allows: (scope, operation, owned) => allows(scope, operation, owned),
    require: (scope, operation, owned) => require(scope, operation, owned),
    requireStill,
    async requireEntity(scope, operation, entity, names) {
      const owned = await requireStill(scope, operation, entity, names)
      if (scope.isPublic && names) visitorWrites?.consume(scope, owned.id)
      return owned
    },
    async requireValues(scope, operation: ReadsValues, entity) {
      const owned = await requireOwned(scope, operation, entity)
      return { owned, readable: scope.isPublic ? await readableOf(visitorReads, scope, owned.id) : null }
    },
  }
}

const readsOfShares: ReadonlySet<Operation> = new Set(['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'])

/** Visitors with a share link only read, and no other dashboard. `visitor-reads` restricts the values of entities. */
const isInShare = ({ share }: Scope, operation: Operation, { id }: Owned): boolean =>
  !share || (readsOfShares.has(operation) && (id.entityType !== 'DASHBOARD' || id.id === share.dashboardId))

const isReadOfValues = (operation: Operation): boolean => /^READ_(ATTRIBUTES|TELEMETRY)$/.test(operation)

const isAboutValues = (operation: Operation): boolean => /_(ATTRIBUTES|TELEMETRY)$/.test(operation)
