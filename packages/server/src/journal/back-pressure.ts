/**
 * How many messages are on their way from acceptance to their outcome, by tenant and by originator, and who has to wait.
 *
 * Each originator and each tenant has a bound of its own; only those whose messages fill it wait. While all tenants
 * together use more than half of what the process takes, a tenant's bound is its share of the whole, so one that comes
 * late finds room. Nothing that was accepted is dropped.
 *
 * While the store takes no writes nobody is kept waiting: who comes is refused at once.
 */

import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import type { Message } from '../messages/message.ts'
import type { BackPressureWaiter, OriginatorLoad, TenantLoad } from '../messages/originator-load.ts'

/**
 * Messages of all tenants, and characters of their large ones, of which each tenant gets its share. More make nothing
 * faster: they live so long that collecting garbage takes the time.
 */
export const inFlightMessagesMax = 8_000
export const inFlightCharactersMax = 4 * 1024 * 1024
/** What a tenant may have in any case, however many tenants there are. */
const shareMessagesMin = 20
const shareCharactersMin = 64 * 1024
/** Characters from which on a message is large; small ones are bounded by their number. */
export const largeMessageCharacters = 1024
/** Of a tenant's bound, what messages that follow from others may fill. */
const beyond = 3
/** Part of a bound at which those that wait continue. */
const relief = 0.5
/** Originators remembered without messages; more are forgotten. */
const idleOriginatorsMax = 50_000
/** Calls of a tenant that wait for room; one more is refused. */
export const waitingCallsMax = 256

export interface BackPressure {
  of(tenantId: string, originatorId: string): OriginatorLoad
  /** A message was accepted. */
  entered(load: OriginatorLoad, message: Message): void
  /** Its outcome is stored, or it was not accepted after all. */
  left(load: OriginatorLoad, message: Message): void
  /** The limit that is full; null: there is room. */
  fullLimit(load: OriginatorLoad): LimitKey | null
  /** Calls the waiter when there may be room for this originator. */
  wait(load: OriginatorLoad, waiter: BackPressureWaiter): void
  stopWaiting(load: OriginatorLoad, waiter: BackPressureWaiter): void
  /**
   * Resolves when there is room for a call that holds so many characters. Throws the full limit when too many calls of
   * the tenant wait already.
   */
  room(tenantId: string, originatorId: string, characters: number): Promise<void>
  /** Throws when so many messages that follow from others would be `beyond` times what the tenant may have. */
  requireBeyond(load: OriginatorLoad, count: number): void
  /** The store takes no writes, or takes them again: nobody waits in between. */
  setRejected(isRejected: boolean): void
  /** Messages on their way. */
  readonly messages: number
}

export interface BackPressureDeps {
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

export function createBackPressure({ limits }: BackPressureDeps): BackPressure {
  const tenants = new Map<string, TenantLoad>()
  let messages = 0
  let characters = 0
  /** Tenants with a message on its way. */
  let activeTenants = 0
  let idleOriginators = 0
  let isRejected = false
  /** The tenant asked for last: messages of one come together. */
  let last: TenantLoad | null = null

  limits.measure('messagesInFlight', (tenantId) => tenants.get(tenantId)?.messages ?? 0)
  limits.measure('bytesInFlight', (tenantId) => tenants.get(tenantId)?.characters ?? 0)
  limits.measure('deviceMessagesInFlight', (tenantId) => {
    let most = 0
    for (const load of tenants.get(tenantId)?.originators.values() ?? []) most = Math.max(most, load.messages)
    return most
  })

  function tenantOf(tenantId: string): TenantLoad {
    if (last !== null && last.id === tenantId) return last
    let tenant = tenants.get(tenantId)
    if (!tenant) {
      tenant = {
        id: tenantId,
        messages: 0,
        characters: 0,
        originators: new Map(),
        waiters: null,
        waitingCalls: 0,
        waitingCharacters: 0,
      }
      tenants.set(tenantId, tenant)
    }
    last = tenant
    return tenant
  }

  function of(tenantId: string, originatorId: string): OriginatorLoad {
    const tenant = tenantOf(tenantId)
    let load = tenant.originators.get(originatorId)
    if (!load) {
      load = { tenant, id: originatorId, messages: 0, isListed: false, waiters: null }
      list(load)
    }
    return load
  }

  function list(load: OriginatorLoad) {
    load.isListed = true
    load.tenant.originators.set(load.id, load)
    if (++idleOriginators > idleOriginatorsMax) forgetIdle()
  }

  /** Not one by one as they become idle: a map that is added to and deleted from all the time is rehashed all the time. */
  function forgetIdle() {
    for (const [tenantId, tenant] of tenants) {
      for (const [id, load] of tenant.originators) {
        if (load.messages > 0 || load.waiters) continue
        tenant.originators.delete(id)
        load.isListed = false
      }
      if (tenant.originators.size > 0 || tenant.messages > 0 || tenant.waiters) continue
      tenants.delete(tenantId)
      if (last === tenant) last = null
    }
    idleOriginators = 0
  }

  function entered(load: OriginatorLoad, message: Message) {
    const { tenant } = load
    if (!load.isListed) {
      tenants.set(tenant.id, tenant)
      list(load)
    }
    if (load.messages++ === 0) idleOriginators--
    if (tenant.messages++ === 0) activeTenants++
    messages++
    const { length } = message.data
    if (length < largeMessageCharacters) return
    tenant.characters += length
    characters += length
  }

  function left(load: OriginatorLoad, message: Message) {
    const { tenant } = load
    if (--load.messages === 0) idleOriginators++
    if (--tenant.messages === 0) activeTenants--
    messages--
    const { length } = message.data
    if (length >= largeMessageCharacters) {
      tenant.characters -= length
      characters -= length
    }
    if (load.waiters && load.messages <= relief * limits.of(tenant.id, 'deviceMessagesInFlight')) wake(load)
    if (tenant.waiters && isTenantRelieved(tenant)) wake(tenant)
  }

  /** Those that find no room wait again, in a set of their own. */
  function wake(of: OriginatorLoad | TenantLoad) {
    const { waiters } = of
    of.waiters = null
    if (!waiters) return
    // One by one: what one of them throws keeps no other waiting.
    for (const waiter of waiters) queueMicrotask(() => waiter.relieved())
  }

  /** A tenant's own bound, or its share of the whole where that is half full. */
  function share(own: number, used: number, max: number, min: number): number {
    return used * 2 < max ? own : Math.min(own, Math.max(min, Math.floor(max / (activeTenants + 1))))
  }

  const messagesMaxOf = ({ id }: TenantLoad) =>
    share(limits.of(id, 'messagesInFlight'), messages, inFlightMessagesMax, shareMessagesMin)
  const charactersMaxOf = ({ id }: TenantLoad) =>
    share(limits.of(id, 'bytesInFlight'), characters, inFlightCharactersMax, shareCharactersMin)

  const isTenantRelieved = (tenant: TenantLoad) =>
    tenant.messages <= relief * messagesMaxOf(tenant) && tenant.characters <= relief * charactersMaxOf(tenant)

  function fullLimit(load: OriginatorLoad): LimitKey | null {
    if (isRejected) return null
    const { tenant } = load
    if (tenant.messages > 0) {
      if (tenant.messages >= messagesMaxOf(tenant)) return 'messagesInFlight'
      if (tenant.characters > 0 && tenant.characters >= charactersMaxOf(tenant)) return 'bytesInFlight'
    }
    if (load.messages > 0 && load.messages >= limits.of(tenant.id, 'deviceMessagesInFlight')) {
      return 'deviceMessagesInFlight'
    }
    return null
  }

  function wait(load: OriginatorLoad, waiter: BackPressureWaiter) {
    const of = fullLimit(load) === 'deviceMessagesInFlight' ? load : load.tenant
    // With nothing on its way nobody would wake it.
    if (of.messages === 0) queueMicrotask(() => waiter.relieved())
    else {
      of.waiters ??= new Set()
      of.waiters.add(waiter)
    }
  }

  async function room(tenantId: string, originatorId: string, size: number): Promise<void> {
    const load = of(tenantId, originatorId)
    const { tenant } = load
    for (let full = fullLimit(load); full !== null; full = fullLimit(load)) {
      const isTooMuch = tenant.waitingCharacters + size > limits.of(tenantId, 'bytesInFlight')
      if (tenant.waitingCalls >= waitingCallsMax || isTooMuch) limits.reject(tenantId, full)
      tenant.waitingCalls++
      tenant.waitingCharacters += size
      await new Promise<void>((resolve) => wait(load, { relieved: resolve }))
      tenant.waitingCalls--
      tenant.waitingCharacters -= size
    }
  }

  return {
    of,
    entered,
    left,
    fullLimit,
    wait,
    stopWaiting(load, waiter) {
      for (const each of [load, load.tenant]) {
        if (each.waiters?.delete(waiter) && each.waiters.size === 0) each.waiters = null
      }
    },
    room,
    requireBeyond({ tenant }, count) {
      if (tenant.messages + count > beyond * limits.of(tenant.id, 'messagesInFlight')) {
        limits.reject(tenant.id, 'messagesInFlight')
      }
    },
    setRejected(now) {
      isRejected = now
      if (!now) return
      for (const tenant of tenants.values()) {
        wake(tenant)
        for (const load of tenant.originators.values()) wake(load)
      }
    },
    get messages() {
      return messages
    },
  }
}
