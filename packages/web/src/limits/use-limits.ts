/** Queries for limits: all limits of a tenant, and the details of one. */

import { createLimitCalls } from '@sonde/client/limits/limit-calls'
import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/use-session.tsx'

const room = 'limits'
/** Interval at which the server stores usage, ms. */
const refreshMs = 10_000
/** Causers and monthly usage change slowly. */
const detailsRefreshMs = 30_000
/** Ms without a response after which the values count as stale. */
export const staleMs = 30_000

function useLimitCalls() {
  const { rest } = useClient()
  return useMemo(() => createLimitCalls(rest), [rest])
}

/** Without `tenantId`: the current user's tenant. `isWatched`: polls while the limits are visible. */
export function useLimits(tenantId: string | undefined, isWatched: boolean) {
  const limits = useLimitCalls()
  return useQuery({
    queryKey: [room, tenantId ?? 'own'],
    refetchInterval: isWatched ? refreshMs : false,
    staleTime: refreshMs,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => limits.report(tenantId, { signal, ignoreErrors: true }),
  })
}

export function useLimitDetails(key: string, tenantId: string | undefined) {
  const limits = useLimitCalls()
  return useQuery({
    queryKey: [room, tenantId ?? 'own', key],
    refetchInterval: detailsRefreshMs,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => limits.details(key as TenantLimitKey, tenantId, { signal, ignoreErrors: true }),
  })
}
