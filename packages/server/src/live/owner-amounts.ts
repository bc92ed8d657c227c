/** How much of something each owner of sessions has: a tenant, a customer, a user, visitors, and their address. */

import { NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'

export type OwnerKind = 'tenant' | 'customer' | 'user' | 'visitor' | 'address'

/** Who has a session. */
export interface SessionOwner extends Scope {
  /** Of the client. It counts for visitors alone: they have nothing else of their own. */
  readonly address: string
}

export interface OwnerAmounts {
  /** Takes so much for all owners of the session, or names the one who would have too much; then nothing is taken. */
  take(owner: SessionOwner, amount: number): OwnerKind | null
  give(owner: SessionOwner, amount: number): void
  used(kind: OwnerKind, id: string): number
}

/** `maxOf` says how much an owner of a kind may have; infinite: it is not counted. */
export function createOwnerAmounts(maxOf: (kind: OwnerKind, owner: SessionOwner) => number): OwnerAmounts {
  const amounts = new Map<string, number>()
  const nameOf = (kind: OwnerKind, id: string) => `${kind} ${id}`

  return {
    take(owner, amount) {
      const kinds = kindsOf(owner)
      for (const { kind, id } of kinds) {
        if (amount > 0 && (amounts.get(nameOf(kind, id)) ?? 0) + amount > maxOf(kind, owner)) return kind
      }
      for (const { kind, id } of kinds) {
        const name = nameOf(kind, id)
        amounts.set(name, (amounts.get(name) ?? 0) + amount)
      }
      return null
    },
    give(owner, amount) {
      for (const { kind, id } of kindsOf(owner)) {
        const name = nameOf(kind, id)
        const left = (amounts.get(name) ?? 0) - amount
        if (left > 0) amounts.set(name, left)
        else amounts.delete(name)
      }
    },
    used: (kind, id) => amounts.get(nameOf(kind, id)) ?? 0,
  }
}

function kindsOf({ tenantId, customerId, userId, isPublic, address }: SessionOwner): { kind: OwnerKind; id: string }[] {
  const kinds: { kind: OwnerKind; id: string }[] = [{ kind: 'tenant', id: tenantId }]
  if (customerId !== NIL_UUID && !isPublic) kinds.push({ kind: 'customer', id: customerId })
  if (isPublic) kinds.push({ kind: 'visitor', id: customerId }, { kind: 'address', id: address })
  else kinds.push({ kind: 'user', id: userId })
  return kinds
}
