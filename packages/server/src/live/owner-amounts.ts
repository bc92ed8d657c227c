/** How much of something each owner of sessions has: a tenant, a customer, a user, visitors, and their address. */

import { NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'

export type OwnerKind = 'tenant' | 'customer' | 'user' | 'visitor' | 'address'

/** Owners that belong to a tenant. */
export const measuredOwners = ['tenant', 'customer', 'user', 'visitor'] as const satisfies readonly OwnerKind[]
type MeasuredOwner = (typeof measuredOwners)[number]

/** Who has a session. */
export interface SessionOwner extends Scope {
  /** Of the client. It counts for visitors alone: they have nothing else of their own. */
  readonly address: string
}

export interface OwnerAmounts {
  /** Takes so much for all owners of the session, or names the one who would have too much; then nothing is taken. */
  tryAcquire(owner: SessionOwner, amount: number): OwnerKind | null
  give(owner: SessionOwner, amount: number): void
  /** Of the tenant's owner of a kind who has most; addresses are nobody's. */
  highest(kind: MeasuredOwner, tenantId: string): number
}

/** `maxOf` says how much an owner of a kind may have; infinite: it is not counted. */
export function createOwnerAmounts(maxOf: (kind: OwnerKind, owner: SessionOwner) => number): OwnerAmounts {
  /** By tenant, then by owner. Addresses have a place of their own: whose visitors they are does not matter. */
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
