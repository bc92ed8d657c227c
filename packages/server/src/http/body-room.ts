/**
 * How many bytes of long request bodies may be under way: of a tenant and of all. A body is held until its call is
 * answered, first as it came and then as what it says, which is a few times as much.
 */

import type { FastifyRequest } from 'fastify'
import type { Scope } from '../access/scope.ts'
import type { Limits } from '../limits/limits.ts'
import { createShares } from '../turns/shares.ts'

/** Bodies of all tenants together. */
const bytesOfAll = 64 * 1024 * 1024
/** Shorter ones are not counted. */
const shortBytes = 64 * 1024

export interface BodyRoom {
  /** Throws 429 when the body has to wait. `bytesMax` is what it may have when it does not say how long it is. */
  admit(request: FastifyRequest, scope: Scope, bytesMax: number): void
}

export function createBodyRoom(limits: Pick<Limits, 'of' | 'refuse' | 'measure'>): BodyRoom {
  const shares = createShares(bytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'bodiesInFlight'),
    userPart: 1,
  })
  limits.measure('bodiesInFlight', shares.used)
  return {
    admit({ raw, headers }, scope, bytesMax) {
      const said = headers['content-length']
      if (said === undefined && headers['transfer-encoding'] === undefined) return
      const bytes = said === undefined ? bytesMax : Number(said)
      // One that is too large is refused for that, and not read.
      if (bytes <= shortBytes || bytes > bytesMax) return
      const by = { entityType: 'USER', id: scope.userId } as const
      if (!shares.take(scope, bytes)) limits.refuse(scope.tenantId, 'bodiesInFlight', by)
      raw.once('close', () => shares.give(scope, bytes))
    },
  }
}
