/** How many sessions or subscriptions each owner has, so that one too many is noticed (dashboards.md §8.5). */

import { NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { OwnerLimits } from './socket-limits.ts'

export interface OwnerCounts {
  /** Counts one more, or says why that is too many; then nothing is counted. */
  take(scope: Scope): string | null
  /** One that was taken has gone. */
  release(scope: Scope): void
}

/** `what` is the word for them: `sessions`. Owners without a limit are not counted. */
export function createOwnerCounts(what: string, limits: OwnerLimits): OwnerCounts {
  const counts = new Map<string, number>()

  function ownersOf({ tenantId, customerId, userId, isPublic }: Scope): { id: string; max: number; word: string }[] {
    const owners = [{ id: `tenant ${tenantId}`, max: limits.tenant, word: 'tenant' }]
    if (customerId !== NIL_UUID) owners.push({ id: `customer ${customerId}`, max: limits.customer, word: 'customer' })
    owners.push(
      isPublic
        ? { id: `public ${userId}`, max: limits.publicUser, word: 'public user' }
        : { id: `user ${userId}`, max: limits.regularUser, word: 'user' },
    )
    return owners.filter(({ max }) => max > 0)
  }

  return {
    take(scope) {
      const owners = ownersOf(scope)
      const full = owners.find(({ id, max }) => (counts.get(id) ?? 0) >= max)
      if (full) return `Max ${what} per ${full.word}: ${full.max}.`
      for (const { id } of owners) counts.set(id, (counts.get(id) ?? 0) + 1)
      return null
    },
    release(scope) {
      for (const { id } of ownersOf(scope)) {
        const left = (counts.get(id) ?? 0) - 1
        if (left > 0) counts.set(id, left)
        else counts.delete(id)
      }
    },
  }
}
