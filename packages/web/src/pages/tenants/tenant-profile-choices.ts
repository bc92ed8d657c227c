/** Tenant profiles to choose from in the form of a tenant. */

import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'
import type { ComboOption } from '../../ui/field/combo-field.tsx'

/** Maximum number of profiles offered at a time. */
const profilesMax = 50

export function useProfileChoices() {
  const { rest } = useClient()
  return useMemo(() => {
    const profiles = createTenantProfileCalls(rest)
    const quiet = { ignoreErrors: true, ignoreLoading: true }
    return {
      default: (signal: AbortSignal) => profiles.default({ ...quiet, signal }),
      async find(textSearch: string, signal: AbortSignal): Promise<readonly ComboOption[]> {
        const link = { page: 0, pageSize: profilesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
        const { data } = await profiles.infos(link, { ...quiet, signal })
        return data.map(({ id, name }) => ({ value: id.id, label: name }))
      },
      /** Creates a profile with this name, without limits. */
      make: (name: string) => profiles.save({ name }, { ignoreErrors: true }),
    }
  }, [rest])
}

/** Name of a profile; undefined while loading, or if it can't be loaded. */
export function useProfileName(tenantProfileId: string): string | undefined {
  const { rest } = useClient()
  const { data } = useQuery({
    queryKey: ['tenantProfiles', 'name', tenantProfileId],
    enabled: tenantProfileId !== '',
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      createTenantProfileCalls(rest).info(tenantProfileId, { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data?.name
}
