/** Number of entities on each page of the menu. */

import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { EntityType } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../session/page-client.ts'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { NavItem } from '../../shell/nav-items.ts'

type CountedPlace = NavItem['to']
type Count = (client: Client, signal: AbortSignal) => Promise<number>

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

/** Pages that are missing here list no entities. */
const counts: Partial<Record<CountedPlace, Count>> = {
  '/dashboards': entities('DASHBOARD'),
  '/devices': entities('DEVICE'),
  '/assets': entities('ASSET'),
  '/entityViews': entities('ENTITY_VIEW'),
  '/edgeInstances': entities('EDGE'),
  '/customers': entities('CUSTOMER'),
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

/** Ms for which a count holds. */
const freshMs = 30_000

/** Undefined until it is known, and where nothing is counted. */
export function usePlaceCount(to: CountedPlace): number | undefined {
  const client = useClient()
  const userId = useAccount()?.auth.userId
  const count = counts[to]
  const { data } = useQuery({
    queryKey: ['home', 'count', userId, to],
    enabled: count !== undefined,
    staleTime: freshMs,
    queryFn: ({ signal }) => count?.(client, signal) ?? 0,
  })
  return data
}
