/** Queries and calls shared by the tenant profile pages. */

import { createTenantProfileCalls, type TenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { limitKeys, limitOf } from '@sonde/model/limits/limits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export const tenantProfileRoom = 'tenantProfiles'

export function useTenantProfileCalls(): TenantProfileCalls {
  const { rest } = useClient()
  return useMemo(() => createTenantProfileCalls(rest), [rest])
}

/** Limits of a profile that differ from the defaults, and the defaults. */
export function useTenantProfileLimits(tenantProfileId: string) {
  const profiles = useTenantProfileCalls()
  return useQuery({
    queryKey: [tenantProfileRoom, 'limits', tenantProfileId],
    queryFn: ({ signal }) => profiles.limits(tenantProfileId, { signal, ignoreErrors: true }),
  })
}

/** Default limits for profiles that don't set them; while loading, the built-in defaults of the server. */
export function useLimitDefaults(): Readonly<Record<string, number>> {
  const profiles = useTenantProfileCalls()
  const { data } = useQuery({
    queryKey: [tenantProfileRoom, 'limitDefaults'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { id } = await profiles.default({ signal, ignoreErrors: true })
      return (await profiles.limits(id.id, { signal, ignoreErrors: true })).defaults
    },
  })
  return data ?? builtInDefaults
}

const builtInDefaults = Object.fromEntries(limitKeys.map((key) => [key, limitOf(key).default]))
