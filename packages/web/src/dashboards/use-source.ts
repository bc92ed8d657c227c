/** Entities of a datasource: those of its alias, or the one that it names, with the filter's conditions. */

import type { Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { datasourceEntity, keyFiltersOf } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { KeyFilter } from '@sonde/model/entity-query/entity-query'
import { own } from '@sonde/model/own'
import { useRef, useSyncExternalStore } from 'react'
import type { AliasState } from './alias-store.ts'
import { type OpenDashboard, useAlias, useDashboard } from './dashboard-context.tsx'

export type SourceState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'unresolved'; readonly aliasName: string }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'resolved'; readonly filter: EntityFilter; readonly keyFilters: readonly KeyFilter[] }

export function useSource(datasource: Datasource | null | undefined): SourceState {
  const open = useDashboard()
  return sourceOf(datasource, useAlias(datasource?.entityAliasId ?? null), open)
}

/** Entities of each datasource. */
export function useSourceList(datasources: readonly Datasource[]): readonly SourceState[] {
  const open = useDashboard()
  const { aliases } = open
  const kept = useRef<readonly AliasState[]>([])
  const states = useSyncExternalStore(aliases.subscribe, () => {
    const next = datasources.map(({ entityAliasId }) => (entityAliasId === null ? noAlias : aliases.get(entityAliasId)))
    const isSame = next.length === kept.current.length && next.every((state, index) => state === kept.current[index])
    if (!isSame) kept.current = next
    return kept.current
  })
  return datasources.map((datasource, index) => sourceOf(datasource, states[index] ?? noAlias, open))
}

const noAlias: AliasState = { kind: 'unresolved' }

function sourceOf(
  datasource: Datasource | null | undefined,
  alias: AliasState,
  { configuration, aliases }: OpenDashboard,
): SourceState {
  if (!datasource) return { kind: 'unresolved', aliasName: '' }
  const { filterId, entityAliasId: aliasId } = datasource
  const resolved = (filter: EntityFilter): SourceState => ({
    kind: 'resolved',
    filter,
    keyFilters: filterId === null ? [] : keyFiltersOf(own(configuration.filters, filterId)),
  })
  if (aliasId === null) {
    const entity = datasourceEntity(datasource)
    return entity
      ? resolved({ type: 'singleEntity', singleEntity: entity })
      : { kind: 'unresolved', aliasName: datasource.name ?? '' }
  }
  switch (alias.kind) {
    case 'unresolved':
      return { kind: 'unresolved', aliasName: aliases.nameOf(aliasId) }
    case 'resolved':
      return resolved(alias.filter)
    default:
      return alias
  }
}
