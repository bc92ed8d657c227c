/** Link from a tenant to its administrators. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { useNavigate } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { useMemo } from 'react'
import type { RoomActions } from '../../entity-room/room.ts'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'

export function useTenantActions(): RoomActions<TenantInfo> {
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
  return { actions: links, links }
}
