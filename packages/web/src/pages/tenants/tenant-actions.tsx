/** Actions of one tenant, in the list and in its details. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { useNavigate } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { useMemo } from 'react'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { tenantRoom, useTenantCalls } from './tenant-calls.ts'

const idOf = ({ id }: TenantInfo) => id.id
const nameOf = ({ title }: TenantInfo) => title

const deleteTexts = {
  action: 'tenants.delete',
  title: 'tenants.deleteTitle',
  text: 'tenants.deleteText',
  done: 'tenants.deleted',
} as const

export function useTenantActions() {
  const tenants = useTenantCalls()
  const navigate = useNavigate()
  const links = useMemo(
    (): EntityAction<TenantInfo>[] => [
      {
        id: 'administrators',
        label: 'tenants.administrators',
        icon: <UserCog size={16} strokeWidth={2} aria-hidden />,
        run: ({ id }) => void navigate({ to: '/tenants/$tenantId/users', params: { tenantId: id.id }, search: {} }),
      },
    ],
    [navigate],
  )
  const remove = useMemo(
    () => ({ run: (tenant: TenantInfo) => tenants.delete(tenant.id.id), texts: deleteTexts, isTyped: true }),
    [tenants],
  )
  const actions = useEntityActions({
    room: tenantRoom,
    listPath: '/tenants',
    idOf,
    nameOf,
    actions: links,
    remove,
  })
  return { ...actions, links }
}
