/** Queries and calls shared by the resource pages. */

import { createResourceCalls, type ResourceCalls } from '@sonde/client/resources/resource-calls'
import { NIL_UUID } from '@sonde/model/ids'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import { useMemo } from 'react'
import type { SignedIn } from '../../../session/account.ts'
import { useClient } from '../../../session/use-session.tsx'

export const resourceRoom = 'resources'

export function useResourceCalls(): ResourceCalls {
  const { rest } = useClient()
  return useMemo(() => createResourceCalls(rest), [rest])
}

export const isOfSystem = ({ tenantId }: ResourceInfo): boolean => tenantId.id === NIL_UUID

/** Tenants can read system resources, and change only their own. */
export const mayChange = (resource: ResourceInfo, authority: SignedIn['auth']['authority'] | undefined): boolean =>
  authority === 'SYS_ADMIN' || !isOfSystem(resource)
