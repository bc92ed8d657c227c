/** Counts an amount per owner of sessions: tenant, customer, user, visitors of a public customer, and their address. */

import { NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'

export type OwnerKind = 'tenant' | 'customer' | 'user' | 'visitor' | 'address'

/** Owners that belong to a tenant. */
export const measuredOwners = ['tenant', 'customer', 'user', 'visitor'] as const satisfies readonly OwnerKind[]
type MeasuredOwner = (typeof measuredOwners)[number]

/** Owner of a session. */
export interface SessionOwner extends Scope {
  /** Address of the client. It is counted for visitors only, because they have no user of their own. */
  readonly address: string
}

export interface OwnerAmounts {
  /**
   * Adds the amount for all owners of the session, or returns the kind of the owner whose limit would be exceeded; then
   * nothing is added.
   */
  tryAcquire(owner: SessionOwner, amount: number): OwnerKind | null
  give(owner: SessionOwner, amount: number): void
  /** Highest amount among the tenant's owners of a kind; addresses belong to no tenant. */
  highest(kind: MeasuredOwner, tenantId: string): number
}

/** `maxOf` returns the limit of an owner of a kind; infinite: unlimited. */
export function createOwnerAmounts(maxOf: (kind: OwnerKind, owner: SessionOwner) => number): OwnerAmounts {
  /** Amounts by tenant, then by owner. Addresses have a separate group, because they are counted across tenants. */
  const groups = new Map<string, Map<string, number>>()
  const groupOf = ({ tenantId }: SessionOwner, kind: OwnerKind) => (kind === 'address' ? '' : tenantId)
  const nameOf = (kind: OwnerKind, id: string) => `${kind} ${id}`

  function add(group: string, name: string, change: number) {
    const amounts = groups.get(group) ?? new Map<string, number>()
    const amount = (amounts.get(name) ?? 0) + change
    if (amount > 0) amounts.set(name, amount)
    else amounts.delete(name)
    if (amounts.size > 0) groups.set(group, amounts)
    else groups.delete(group)
  }

  return {
    tryAcquire(owner, amount) {
      const kinds = kindsOf(owner)
      for (const { kind, id } of kinds) {
        const used = groups.get(groupOf(owner, kind))?.get(nameOf(kind, id)) ?? 0
        if (amount > 0 && used + amount > maxOf(kind, owner)) return kind
      }
      for (const { kind, id } of kinds) add(groupOf(owner, kind), nameOf(kind, id), amount)
      return null
    },
    give(owner, amount) {
      for (const { kind, id } of kindsOf(owner)) add(groupOf(owner, kind), nameOf(kind, id), -amount)
    },
    highest(kind, tenantId) {
      let most = 0
      for (const [name, amount] of groups.get(tenantId) ?? []) {
        if (amount > most && name.startsWith(kind)) most = amount
      }
      return most
    },
  }
}

function kindsOf({ tenantId, customerId, userId, isPublic, address }: SessionOwner): { kind: OwnerKind; id: string }[] {
  const kinds: { kind: OwnerKind; id: string }[] = [{ kind: 'tenant', id: tenantId }]
  if (customerId !== NIL_UUID && !isPublic) kinds.push({ kind: 'customer', id: customerId })
  if (isPublic) kinds.push({ kind: 'visitor', id: customerId }, { kind: 'address', id: address })
  else kinds.push({ kind: 'user', id: userId })
  return kinds
}
