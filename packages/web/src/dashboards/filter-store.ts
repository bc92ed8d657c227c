/** Filters of an open dashboard with the values that the user chose. The choices last while the dashboard is open. */

import type { DashboardFilter } from '@sonde/model/dashboards/dashboard-configuration'
import { type FilterChoices, withChoices } from '@sonde/model/dashboards/user-filters'

export interface FilterStore {
  /** All filters with the user's values; the same object until a value changes. */
  get(): Readonly<Record<string, DashboardFilter>>
  /** Filters as the dashboard has them. */
  readonly original: Readonly<Record<string, DashboardFilter>>
  choicesOf(filterId: string): FilterChoices
  /** Replaces the choices of these filters; others keep theirs. */
  choose(choices: Readonly<Record<string, FilterChoices>>): void
  subscribe(listener: () => void): () => void
}

const none: FilterChoices = {}

export function createFilterStore(original: Readonly<Record<string, DashboardFilter>>): FilterStore {
  const listeners = new Set<() => void>()
  const choices = new Map<string, FilterChoices>()
  let filters = original
  return {
    original,
    get: () => filters,
    choicesOf: (filterId) => choices.get(filterId) ?? none,
    choose(next) {
      for (const [filterId, chosen] of Object.entries(next)) choices.set(filterId, chosen)
      filters = Object.fromEntries(
        Object.entries(original).map(([id, filter]) => [id, withChoices(filter, choices.get(id) ?? none)]),
      )
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
