/**
 * Counts messages in flight (from acceptance until their outcome is stored) by tenant and originator, and makes callers
 * wait at the limits.
 *
 * Each originator and each tenant has its own limit; only those that reach it wait. While all tenants together use more
 * than
 * half of the process-wide limit, each tenant is limited to its share of it, so that a tenant that starts later gets
 * capacity. Accepted messages are never dropped.
 *
 * While the store accepts no writes, callers don't wait: their commits fail at once.
 */

import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import type { Message } from '../messages/message.ts'
import type { BackPressureWaiter, OriginatorLoad, TenantLoad } from '../messages/originator-load.ts'

/**
 * Process-wide limits of messages in flight, and of the characters of large ones; each tenant gets a share. Higher
 * limits
 * don't increase throughput: the messages live longer, and garbage collection takes the time.
 */
export const inFlightMessagesMax = 8_000
export const inFlightCharactersMax = 4 * 1024 * 1024
/** Minimum share of a tenant, regardless of the number of tenants. */
const shareMessagesMin = 20
const shareCharactersMin = 64 * 1024
/** Characters from which on a message counts as large. Small ones are limited only by number. */
export const largeMessageCharacters = 1024
/** Factor on a tenant's limit for messages caused by other messages. */
const beyond = 3
/** Part of a limit at or below which waiters continue. */
const relief = 0.5
/** Maximum number of cached originators without messages; beyond it, all idle ones are evicted. */
const idleOriginatorsMax = 50_000
/** Maximum number of waiting calls per tenant; further calls are rejected. */
export const waitingCallsMax = 256

export interface BackPressure {
  of(tenantId: string, originatorId: string): OriginatorLoad
  /** Call after a message was accepted. */
  entered(load: OriginatorLoad, message: Message): void
  /** Call after the message's outcome was stored, or if the message wasn't accepted after all. */
  left(load: OriginatorLoad, message: Message): void
  /** The limit that is reached; null: none. */
  fullLimit(load: OriginatorLoad): LimitKey | null
  /** Calls the waiter when there may be capacity for this originator. */
  wait(load: OriginatorLoad, waiter: BackPressureWaiter): void
  stopWaiting(load: OriginatorLoad, waiter: BackPressureWaiter): void
  /**
   * Resolves when there is capacity for a call with this many characters. Rejects with the reached limit if too many
   * calls of
   * the tenant are waiting already.
   */
  room(tenantId: string, originatorId: string, characters: number): Promise<void>
  /** Throws if `count` more messages caused by other messages would exceed `beyond` times the tenant's limit. */
  requireBeyond(load: OriginatorLoad, count: number): void
  /** Set while the store accepts no writes; in that state no one waits. */
  setRejected(isRejected: boolean): void
  /** Messages in flight. */
  readonly messages: number
}

export interface BackPressureDeps {
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
}

export function createBackPressure({ limits }: BackPressureDeps): BackPressure {
  const tenants = new Map<string, TenantLoad>()
  let messages = 0
  let characters = 0
  /** Tenants with a message in flight. */
  let activeTenants = 0
  let idleOriginators = 0
  let isRejected = false
  /** The most recently used tenant, because messages of one tenant usually come in a row. */
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

  /** Evicts in bulk rather than one by one: a map with constant additions and deletions is rehashed constantly. */
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

  /** Notifies all waiters. Those that still find no capacity are added to a new set. */
  function wake(of: OriginatorLoad | TenantLoad) {
    const { waiters } = of
    of.waiters = null
    if (!waiters) return
    // Separate microtasks, so that an error in one waiter doesn't affect the others.
    for (const waiter of waiters) queueMicrotask(() => waiter.relieved())
  }

  /** A tenant's own limit, or its share of the process-wide limit once half of that is used. */
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
    // With no message in flight, no event would wake the waiter.
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
