/**
 * Loads the initial data of the home page with one request instead of 14. Each part of the response is put into the
 * cache of its own query, which sends a request only if the data changes or if the combined request failed.
 */

import type { HomeFacts } from '@sonde/model/home/home'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { NavItem } from '../../shell/nav-items.ts'

export type CountedPlace = NavItem['to']

/** Pages with the name of their count in the response. */
const countedPlaces: readonly (readonly [CountedPlace, keyof HomeFacts['counts']])[] = [
  ['/devices', 'DEVICE'],
  ['/assets', 'ASSET'],
  ['/entityViews', 'ENTITY_VIEW'],
  ['/edgeInstances', 'EDGE'],
  ['/customers', 'CUSTOMER'],
  ['/dashboards', 'DASHBOARD'],
  ['/deviceProfiles', 'DEVICE_PROFILE'],
  ['/otaUpdates', 'OTA_PACKAGE'],
  ['/ruleChains', 'RULE_CHAIN'],
  ['/edgeManagement/ruleChains', 'edgeRuleChains'],
  ['/widgets-bundles', 'WIDGETS_BUNDLE'],
  ['/tenants', 'TENANT'],
  ['/tenantProfiles', 'TENANT_PROFILE'],
]

export const countKey = (userId: string | undefined, to: CountedPlace) => ['home', 'count', userId, to] as const
export const deviceCountsKey = ['devices', 'health'] as const
export const profileFactsKey = ['deviceProfiles', 'setUp'] as const

/** Time in ms after which the response is stale. */
const freshMs = 30_000

/** `isSettled`: the request is done; if it failed, the parts must be requested separately. */
export function useHomeFacts(): { readonly facts: HomeFacts | undefined; readonly isSettled: boolean } {
  const { home } = useClient()
  const userId = useAccount()?.auth.userId
  const { data, isPending, isFetching } = useQuery({
    queryKey: ['home', 'facts', userId],
    staleTime: freshMs,
    retry: false,
    queryFn: async ({ signal, client }) => {
      const facts = await home.facts({ signal, ignoreErrors: true, ignoreLoading: true })
      share(facts, client, userId)
      return facts
    },
  })
  return { facts: data, isSettled: !isPending && !isFetching }
}

function share(
  { counts, activeDevices, alarmRules }: HomeFacts,
  queries: QueryClient,
  userId: string | undefined,
): void {
  for (const [to, name] of countedPlaces) {
    if (counts[name] !== undefined) queries.setQueryData(countKey(userId, to), counts[name])
  }
  if (counts.DEVICE !== undefined) {
    queries.setQueryData(deviceCountsKey, { total: counts.DEVICE, active: Math.min(activeDevices, counts.DEVICE) })
  }
  if (alarmRules) {
    queries.setQueryData(profileFactsKey, {
      hasAlarmRule: alarmRules.exist,
      defaultId: alarmRules.defaultProfileId ?? undefined,
    })
  }
}
