/** What can be done with one tenant profile, in the list and in its details. */

import { useProfileActions } from '../../entities/use-profile-actions.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { exportedTenantProfile } from './tenant-profile-input.ts'

export const useTenantProfileActions = () =>
  useProfileActions({ room: tenantProfileRoom, calls: useTenantProfileCalls(), exported: exportedTenantProfile })
