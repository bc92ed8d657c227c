/** What pages ask of the server about limits: all of a tenant, and one of them closely. */

import { createLimitCalls } from '@sonde/client/limits/limit-calls'
import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/use-session.tsx'

const room = 'limits'
/** Usage is stored this often, ms. */
const refreshMs = 10_000
/** Causers and the month change slowly. */
const detailsRefreshMs = 30_000
/** Without an answer for so long the figures are old. */
export const staleMs = 30_000

function useLimitCalls() {
  const { rest } = useClient()
  return useMemo(() => createLimitCalls(rest), [rest])
}

/** Of the own tenant when none is named. `isWatched`: they are looked at, and asked for again and again. */
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
