/** What an alias resolves to right now, also while it is edited. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { aliasFaults } from '@sonde/model/dashboards/editing/alias-filters'
import { aliasQuery, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { filterOf } from '@sonde/model/dashboards/normalize-dashboard'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useClient } from '../../../session/use-session.tsx'
import { infoOf } from '../../live-source.ts'
import { aliasContextOf } from '../../use-open-dashboard.ts'
import type { EntityInfo } from '../../widget-view.ts'
import { useSettled } from '../named-entries/use-settled.ts'

export type AliasPreview =
  | { readonly kind: 'pending' }
  /** A required field is missing. */
  | { readonly kind: 'incomplete' }
  /** There is no entity to start from. */
  | { readonly kind: 'unresolved'; readonly usesState: boolean }
  | { readonly kind: 'failed'; readonly error: Error }
  | {
      readonly kind: 'found'
      /** The newest ones. */
      readonly first: readonly EntityInfo[]
      readonly total: number
      /** The alias resolves to one of them. */
      readonly isOne: boolean
      readonly usesState: boolean
    }

/** Entities of the preview. */
const shownMax = 5
/** Ms for which a count is current, when a dialog is opened again. */
const currentMs = 30_000

export function useAliasPreview(alias: JsonObject, stateParams: JsonObject): AliasPreview {
  const client = useClient()
  const account = useAccount()
  const filter = filterOf(alias)
  const isComplete = filter !== null && aliasFaults(filter).length === 0
  const resolved =
    isComplete && account ? resolveAlias({ id: '', alias: '', filter }, aliasContextOf(account, stateParams)) : null
  const asked = resolved?.kind === 'filter' ? JSON.stringify(resolved.filter) : null
  const settled = useSettled(asked)
  const { data, error } = useQuery({
    queryKey: ['dashboards', 'aliasPreview', settled],
    enabled: settled !== null,
    staleTime: currentMs,
    retry: false,
    queryFn: ({ signal }) =>
      client.entityQuery.find(aliasQuery(JSON.parse(settled ?? '') as EntityFilter, shownMax), {
        signal,
        ignoreErrors: true,
        ignoreLoading: true,
      }),
  })
  if (!isComplete) return { kind: 'incomplete' }
  if (resolved?.kind !== 'filter') return { kind: 'unresolved', usesState: resolved?.usesState === true }
  if (settled !== asked) return { kind: 'pending' }
  if (data) {
    const { isOne, usesState } = resolved
    return { kind: 'found', first: data.data.map(infoOf), total: data.totalElements, isOne, usesState }
  }
  return error ? { kind: 'failed', error } : { kind: 'pending' }
}
