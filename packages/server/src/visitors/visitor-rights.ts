/**
 * Write permissions of visitors on public entities, which a tenant administrator sets per entity. `access` calls this
 * module and decides.
 */

import { entityId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import type { VisitedType, VisitorRights } from '@sonde/model/visitors/visitor-rights'
import type { VisitorWrites } from '../access/access.ts'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import { createBucketMap } from '../limits/token-buckets.ts'
import { attributeName } from '../telemetry/attribute-name.ts'
import type { VisitorRightsStore } from './visitor-rights-store.ts'

/** Maximum number of tenants whose visitor write rates are tracked. */
const tenantsMax = 10_000

export interface VisitorWritesDeps {
  readonly store: Pick<VisitorRightsStore, 'find'>
  readonly limits: Pick<Limits, 'of' | 'reject' | 'peaksOf'>
  readonly clock: Clock
}

export function createVisitorWrites({ store, limits, clock }: VisitorWritesDeps): VisitorWrites {
  const rates = createBucketMap(clock, tenantsMax, limits.peaksOf('visitorWrites'))
  const { seconds } = limitOf('visitorWrites')
  return {
    async allowed(operation, entity) {
      const { rpcMethods, sharedAttributes, serverAttributes } = await store.find(entity)
      if (operation === 'RPC_CALL') return rpcMethods
      if (operation !== 'WRITE_ATTRIBUTES') return []
      return [
        ...sharedAttributes.map((key) => attributeName('SHARED_SCOPE', key)),
        ...serverAttributes.map((key) => attributeName('SERVER_SCOPE', key)),
      ]
    },
    consume({ tenantId }, entity) {
      if (!rates.tryAcquire(tenantId, `${limits.of(tenantId, 'visitorWrites')}:${seconds}`, 1)) {
        limits.reject(tenantId, 'visitorWrites', entity)
      }
    },
  }
}

export interface VisitorRightsDeps {
  readonly store: VisitorRightsStore
  readonly access: Pick<Access, 'requireEntity'>
  readonly commit: Commit
}

export type VisitorRightsService = ReturnType<typeof createVisitorRightsService>

/** Service for callers who may make the entity public. */
export function createVisitorRightsService({ store, access, commit }: VisitorRightsDeps) {
  async function get(scope: Scope, entityType: VisitedType, id: string): Promise<VisitorRights> {
    const owned = await access.requireEntity(scope, 'ASSIGN_TO_CUSTOMER', entityId(entityType, id))
    return store.find(owned.id)
  }

  async function save(
    scope: Scope,
    entityType: VisitedType,
    id: string,
    rights: VisitorRights,
  ): Promise<VisitorRights> {
    const owned = await access.requireEntity(scope, 'ASSIGN_TO_CUSTOMER', entityId(entityType, id))
    const saved: VisitorRights = {
      rpcMethods: entityType === 'DEVICE' ? unique(rights.rpcMethods) : [],
      sharedAttributes: entityType === 'DEVICE' ? unique(rights.sharedAttributes) : [],
      serverAttributes: unique(rights.serverAttributes),
    }
    const entity = { ...owned.id, entityType }
    const { customerId } = owned
    await commit({
      statements: [store.save(entity, saved)],
      audit: [{ action: 'UPDATED', entity, customerId, data: { visitorRights: saved } }],
    })
    return saved
  }

  return { get, save }
}

const unique = (names: readonly string[]): string[] => [...new Set(names)]
