/**
 * Limits the bytes of request bodies in flight: per tenant, per address for unauthenticated callers, and in total. A
 * body stays in memory until its call is answered, first as bytes and then as parsed values, which take a few times as
 * much.
 *
 * Long bodies count by their content length before they are read. Short ones and those of unauthenticated callers count
 * as they arrive, and only if they arrive in several chunks, so that a client that begins many bodies and ends none is
 * limited too.
 */

import type { EntityId } from '@sonde/model/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { guarded } from '../guard/work.ts'
import type { Limits } from '../limits/limits.ts'
import { createShares, type SharedBy, type Shares } from '../turns/shares.ts'

/** Maximum bytes of all tenants' bodies. */
const bytesOfAll = 64 * 1024 * 1024
/** Maximum bytes of all unauthenticated callers' bodies. */
const bytesOfStrangers = 16 * 1024 * 1024
/** Bodies up to this size aren't counted before they are read. */
const shortBytes = 64 * 1024

/** Owner of a body: a user or a device. */
export interface BodyOwner {
  readonly tenantId: string
  readonly entity: EntityId
  /** True for a visitor of a public customer. */
  readonly isPublic?: boolean
}

/** Call that the body belongs to. */
export interface BodyCall {
  readonly request: Pick<FastifyRequest, 'headers'>
  readonly reply: Pick<FastifyReply, 'raw'>
}

/** Sets the number of bytes counted for a body that is being read. Throws 429 when the limit is exceeded. */
export type HoldBody = (bytes: number) => void

export interface BodyRoom {
  /** Throws 429 when the body has to wait. `bytesMax` is counted when its length isn't announced. */
  reserve(call: BodyCall, owner: BodyOwner, bytesMax: number): HoldBody
  /** Like `reserve`, for an unauthenticated caller, identified by its address group. */
  reserveForStranger(call: BodyCall, address: string): HoldBody
}

export function createBodyRoom(limits: Pick<Limits, 'of' | 'reject' | 'measure'>): BodyRoom {
  const shares = createShares(bytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'bodiesInFlight'),
    userPart: 1,
  })
  limits.measure('bodiesInFlight', shares.used)
  const strangers = createShares(bytesOfStrangers, {
    tenantMax: () => limits.of(null, 'unsignedBodies'),
    userPart: 1,
  })

  /** Counts until the reply closes, because it was answered or the client has gone. */
  function holder({ raw }: BodyCall['reply'], of: Shares, by: SharedBy, reject: () => never): HoldBody {
    let held = 0
    return (bytes) => {
      // The reply is already closed: no event would release the bytes.
      if (bytes <= held || raw.destroyed) return
      if (!of.tryAcquire(by, bytes - held)) reject()
      if (held === 0)
        raw.once(
          'close',
          guarded(() => of.give(by, held)),
        )
      held = bytes
    }
  }

  return {
    reserve({ request: { headers }, reply }, { tenantId, entity, isPublic = false }, bytesMax) {
      const by = { tenantId, userId: entity.id, isPublic }
      const hold = holder(reply, shares, by, () => limits.reject(tenantId, 'bodiesInFlight', entity))
      const said = headers['content-length']
      if (said === undefined && headers['transfer-encoding'] === undefined) return hold
      const bytes = said === undefined ? bytesMax : Number(said)
      // A body that is too large is rejected for that reason, without being read.
      if (bytes > shortBytes && bytes <= bytesMax) hold(bytes)
      return hold
    },
    reserveForStranger: ({ reply }, address) =>
      holder(reply, strangers, { tenantId: address, userId: '' }, () => limits.reject(null, 'unsignedBodies')),
  }
}
