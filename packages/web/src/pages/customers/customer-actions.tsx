/** Links from a customer to its users and entities. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { useMemo } from 'react'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { PlainRoomActions } from '../../entity-room/plain-room.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { isPublicCustomer } from './public-customer.ts'

const isOrdinary = (customer: Customer) => !isPublicCustomer(customer)

/** Entity types that a customer can have, with the path of each list below the customer. */
const owned = [
  { path: 'devices', entityType: 'DEVICE', label: 'customers.devices', publicLabel: 'customers.publicDevices' },
  { path: 'assets', entityType: 'ASSET', label: 'customers.assets', publicLabel: 'customers.publicAssets' },
  {
    path: 'dashboards',
    entityType: 'DASHBOARD',
    label: 'customers.dashboards',
    publicLabel: 'customers.publicDashboards',
  },
  { path: 'edgeInstances', entityType: 'EDGE', label: 'customers.edges', publicLabel: 'customers.publicEdges' },
] as const satisfies readonly { path: string; entityType: string; label: MessageKey; publicLabel: MessageKey }[]

export function useCustomerActions(): PlainRoomActions<Customer> {
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  const hasEdges = useAccount()?.hasEdges ?? false

  const links = useMemo((): EntityAction<Customer>[] => {
    const paths = Object.keys(routesByPath)
    const lists = owned.filter(
      ({ path, entityType }) =>
        (entityType !== 'EDGE' || hasEdges) &&
        paths.some((known) => new RegExp(`^/customers/\\$[^/]+/${path}$`).test(known)),
    )
    return [
      {
        id: 'users',
        label: 'customers.users',
        icon: <UserCog size={16} strokeWidth={2} aria-hidden />,
        isAllowed: isOrdinary,
        run: ({ id }) =>
          void navigate({ to: '/customers/$customerId/users', params: { customerId: id.id }, search: {} }),
      },
      ...lists.flatMap(({ path, entityType, label, publicLabel }) => {
        const action = {
          icon: <EntityKindIcon entityType={entityType} />,
          // Only the route tree knows the routes; the path comes from it.
          run: ({ id }: Customer) => void navigate({ to: `/customers/${id.id}/${path}` as '/home', search: {} }),
        }
        return [
          { ...action, id: path, label, isAllowed: isOrdinary },
          { ...action, id: `public-${path}`, label: publicLabel, isAllowed: isPublicCustomer },
        ]
      }),
    ]
  }, [routesByPath, hasEdges, navigate])

  return { actions: links, links }
}
