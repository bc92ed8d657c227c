/** Number of entities on each page of the menu. */

import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import { entityKinds, entityTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../session/page-client.ts'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { type CountedPlace, countKey, useHomeFacts } from './use-home-facts.ts'

type Count = (client: Client, signal: AbortSignal) => Promise<number>

/** Entity types counted by entity queries: customers and types that can be assigned to customers. */
const queriedTypes = entityTypes.filter((type) => type === 'CUSTOMER' || entityKinds[type].customers !== undefined)

const quiet = { ignoreErrors: true, ignoreLoading: true } as const
const link = { page: 0, pageSize: 1 } as const

const entities =
  (entityType: EntityType): Count =>
  ({ entityQuery }, signal) =>
    entityQuery.count({ entityFilter: { type: 'entityType', entityType } }, { ...quiet, signal })

const listed =
  (list: (client: Client, options: { signal: AbortSignal }) => Promise<PageData<unknown>>): Count =>
  async (client, signal) =>
    (await list(client, { ...quiet, signal })).totalElements

/** Counts of other types, which entity queries don't support. */
const listCounts: Partial<Record<CountedPlace, Count>> = {
  '/deviceProfiles': listed(({ deviceProfiles }, options) => deviceProfiles.infos(link, {}, options)),
  '/otaUpdates': listed(({ rest }, options) => createOtaPackageCalls(rest).list(link, options)),
  '/ruleChains': listed(({ rest }, options) => createRuleChainCalls(rest).list(link, { type: 'CORE' }, options)),
  '/edgeManagement/ruleChains': listed(({ rest }, options) =>
    createRuleChainCalls(rest).list(link, { type: 'EDGE' }, options),
  ),
  '/widgets-bundles': listed(({ rest }, options) => createWidgetsBundleCalls(rest).list(link, options)),
  '/tenants': listed(({ rest }, options) => createTenantCalls(rest).list(link, options)),
  '/tenantProfiles': listed(({ rest }, options) => createTenantProfileCalls(rest).list(link, options)),
}

/** Undefined if the page lists no entities. */
function countOf(to: CountedPlace): Count | undefined {
  const type = queriedTypes.find((one) => entityKinds[one].page === to)
  return type === undefined ? listCounts[to] : entities(type)
}

/** Time in ms after which a count is stale. */
const freshMs = 30_000

/** Undefined while loading, and for pages without a count. */
export function usePlaceCount(to: CountedPlace): number | undefined {
  const client = useClient()
  const userId = useAccount()?.auth.userId
  const { isSettled } = useHomeFacts()
  const count = countOf(to)
  const { data } = useQuery({
    queryKey: countKey(userId, to),
    enabled: count !== undefined && isSettled,
    staleTime: freshMs,
    queryFn: ({ signal }) => count?.(client, signal) ?? 0,
  })
  return data
}
