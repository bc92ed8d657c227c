/** Queries and calls shared by the tenant pages. */

import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'
import type { ComboOption } from '../../ui/field/combo-field.tsx'

export const tenantRoom = 'tenants'

export function useTenantCalls() {
  const { rest } = useClient()
  return useMemo(() => createTenantCalls(rest), [rest])
}

/** Query of one tenant; the list's copy is shown while it loads. */
export function useTenant(tenantId: string, known?: TenantInfo) {
  const tenants = useTenantCalls()
  return useEntity({
    room: tenantRoom,
    id: tenantId,
    load: (id, signal) => tenants.info(id, { signal, ignoreErrors: true }),
    known,
  })
}

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
      /** One without limits, by its name. */
      make: (name: string) => profiles.save({ name }, { ignoreErrors: true }),
    }
  }, [rest])
}

/** Undefined while it is asked for, or when there is none. */
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
