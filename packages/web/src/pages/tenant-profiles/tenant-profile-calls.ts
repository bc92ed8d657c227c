/** What several parts of the tenant profiles room ask of the platform. */

import { createTenantProfileCalls, type TenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

export const tenantProfileRoom = 'tenantProfiles'

export function useTenantProfileCalls(): TenantProfileCalls {
  const { rest } = useClient()
  return useMemo(() => createTenantProfileCalls(rest), [rest])
}

/** A profile; what the list knows of it is shown until the answer comes. */
export function useTenantProfile(tenantProfileId: string, known?: TenantProfile) {
  const profiles = useTenantProfileCalls()
  return useEntity({
    room: tenantProfileRoom,
    id: tenantProfileId,
    load: (id, signal) => profiles.get(id, { signal, ignoreErrors: true }),
    known,
  })
}
