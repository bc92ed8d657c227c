/** Entities of a datasource: those of its alias, or the one that it names, with the filter's conditions. */

import type { Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { datasourceEntity, keyFiltersOf } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { KeyFilter } from '@sonde/model/entity-query/entity-query'
import { own } from '@sonde/model/own'
import { useAlias, useDashboard } from './dashboard-context.tsx'

export type SourceState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'unresolved'; readonly aliasName: string }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'resolved'; readonly filter: EntityFilter; readonly keyFilters: readonly KeyFilter[] }

export function useSource(datasource: Datasource | null | undefined): SourceState {
  const { configuration, aliases } = useDashboard()
  const aliasId = datasource?.entityAliasId ?? null
  const alias = useAlias(aliasId)
  if (!datasource) return { kind: 'unresolved', aliasName: '' }
  const { filterId } = datasource
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
