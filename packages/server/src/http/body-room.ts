/**
 * How many bytes of request bodies may be under way: of a tenant, of an address where nobody signed in, and of all. A
 * body is held until its call is answered, first as it came and then as what it says, which is a few times as much.
 *
 * Long bodies count by what they say before they are read. Shorter ones and those of strangers count as they arrive, and
 * only where they come in parts: who begins many bodies and ends none holds what the bound allows.
 */

import type { EntityId } from '@sonde/model/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { guarded } from '../guard/work.ts'
import type { Limits } from '../limits/limits.ts'
import { createShares, type SharedBy, type Shares } from '../turns/shares.ts'

/** Bodies of all tenants together. */
const bytesOfAll = 64 * 1024 * 1024
/** Bodies of all who did not sign in. */
const bytesOfStrangers = 16 * 1024 * 1024
/** Shorter ones are not counted before they are read. */
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

/** Counts so many bytes for a body that is being read, instead of what it had. Throws 429 when there is no room. */
export type HoldBody = (bytes: number) => void

export interface BodyRoom {
  /** Throws 429 when the body has to wait. `bytesMax` is what it may have when it does not say how long it is. */
  reserve(call: BodyCall, owner: BodyOwner, bytesMax: number): HoldBody
  /** The same for a body of somebody who did not sign in, known by the group of the address. */
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

  /** Counts until the call is over: its reply closes when it is answered or nobody waits for it any more. */
  function holder({ raw }: BodyCall['reply'], of: Shares, by: SharedBy, reject: () => never): HoldBody {
    let held = 0
    return (bytes) => {
      // Nobody waits for it: nothing would give back what it takes.
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
      // One that is too large is refused for that, and not read.
      if (bytes > shortBytes && bytes <= bytesMax) hold(bytes)
      return hold
    },
    reserveForStranger: ({ reply }, address) =>
      holder(reply, strangers, { tenantId: address, userId: '' }, () => limits.reject(null, 'unsignedBodies')),
  }
}
