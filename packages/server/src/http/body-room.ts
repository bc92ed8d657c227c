/**
 * How many bytes of long request bodies may be under way: of a tenant and of all. A body is held until its call is
 * answered, first as it came and then as what it says, which is a few times as much.
 */

import type { EntityId } from '@sonde/model/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits/limits.ts'
import { createShares } from '../turns/shares.ts'

/** Bodies of all tenants together. */
const bytesOfAll = 64 * 1024 * 1024
/** Shorter ones are not counted. */
const shortBytes = 64 * 1024

/** Whose body it is: a user's, or a device's. */
export interface BodyOwner {
  readonly tenantId: string
  readonly entity: EntityId
  /** A visitor's. */
  readonly isPublic?: boolean
}

/** The call that the body is of. */
export interface BodyCall {
  readonly request: Pick<FastifyRequest, 'headers'>
  readonly reply: Pick<FastifyReply, 'raw'>
}

export interface BodyRoom {
  /** Throws 429 when the body has to wait. `bytesMax` is what it may have when it does not say how long it is. */
  admit(call: BodyCall, owner: BodyOwner, bytesMax: number): void
}

export function createBodyRoom(limits: Pick<Limits, 'of' | 'refuse' | 'measure'>): BodyRoom {
  const shares = createShares(bytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'bodiesInFlight'),
    userPart: 1,
  })
  limits.measure('bodiesInFlight', shares.used)
  return {
    admit({ request: { headers }, reply }, { tenantId, entity, isPublic = false }, bytesMax) {
      const said = headers['content-length']
      if (said === undefined && headers['transfer-encoding'] === undefined) return
      const bytes = said === undefined ? bytesMax : Number(said)
      // One that is too large is refused for that, and not read.
      if (bytes <= shortBytes || bytes > bytesMax) return
      const by = { tenantId, userId: entity.id, isPublic }
      if (!shares.take(by, bytes)) limits.refuse(tenantId, 'bodiesInFlight', entity)
      // The request closes when its body was read, the reply when it is answered or nobody waits for it any more.
      reply.raw.once('close', () => shares.give(by, bytes))
    },
  }
}
