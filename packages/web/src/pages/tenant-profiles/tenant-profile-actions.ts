/** Actions of one tenant profile, in the list and in its details. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useMemo } from 'react'
import { useProfileActions } from '../../entities/use-profile-actions.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { exportedTenantProfile, type WholeTenantProfile } from './tenant-profile-input.ts'

export function useTenantProfileActions() {
  const profiles = useTenantProfileCalls()
  const calls = useMemo(
    () => ({
      ...profiles,
      /** With its limits, which the wire's call does not carry. */
      async get(id: string): Promise<WholeTenantProfile> {
        const [profile, { values }] = await Promise.all([profiles.get(id), profiles.limits(id)])
        return { ...profile, limits: values }
      },
    }),
    [profiles],
  )
  return useProfileActions<TenantProfile>({ room: tenantProfileRoom, calls, exported: exportedTenantProfile })
}
