/** Links from a customer to its users and entities. */

import { createAssignableCalls } from '@sonde/client/assignables/assignable-calls'
import type { Customer } from '@sonde/client/customers/customer-calls'
import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import { createUserCalls } from '@sonde/client/users/user-calls'
import { kindOf, plainTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { User } from 'lucide-react'
import { useMemo } from 'react'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { RoomActions } from '../../entity-room/room.ts'
import { quiet } from '../../entity-room/room-calls.ts'
import type { MessageKey } from '../../locale/messages.ts'
import { entityPages } from '../../places/entity-pages.ts'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { isPublicCustomer } from './public-customer.ts'

const isOrdinary = (customer: Customer) => !isPublicCustomer(customer)

interface OwnedList {
  readonly path: string
  readonly entityType: EntityType
  readonly label: MessageKey
  readonly publicLabel: MessageKey
  readonly title: MessageKey
  /** Loads a page of entities, to get the total number. */
  readonly list: (rest: Rest, customerId: string, options: CallOptions) => Promise<{ readonly totalElements: number }>
}

const idOf = ({ id }: Customer) => id.id
const one = { page: 0, pageSize: 1 } as const

/** Entity types that a customer can have, with the path of each list below the customer. */
const owned: readonly OwnedList[] = [
  {
    path: 'devices',
    entityType: 'DEVICE',
    label: 'customers.devices',
    publicLabel: 'customers.publicDevices',
    title: 'customers.devicesCount',
    list: (rest, customerId, options) => createDeviceCalls(rest).list(one, { customerId }, options),
  },
  ...plainTypes.map((entityType): OwnedList => {
    const { words, title } = entityPages[entityType]
    const { page, path } = kindOf(entityType)
    return {
      path: page.slice(1),
      entityType,
      label: `${words}.manage`,
      publicLabel: `${words}.managePublic`,
      title,
      list: (rest, customerId, options) => createAssignableCalls(rest, path).list(one, { customerId }, options),
    }
  }),
  {
    path: 'dashboards',
    entityType: 'DASHBOARD',
    label: 'customers.dashboards',
    publicLabel: 'customers.publicDashboards',
    title: 'customers.dashboardsCount',
    list: (rest, customerId, options) => createDashboardCalls(rest).list(one, { customerId }, options),
  },
  {
    path: 'edgeInstances',
    entityType: 'EDGE',
    label: 'customers.edges',
    publicLabel: 'customers.publicEdges',
    title: 'customers.edgesCount',
    list: (rest, customerId, options) => createEdgeCalls(rest).list(one, { customerId }, options),
  },
]

export function useCustomerActions(): RoomActions<Customer> {
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  const { rest } = useClient()
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
        icon: <User size={16} strokeWidth={2} aria-hidden />,
        isAllowed: isOrdinary,
        run: ({ id }) =>
          void navigate({ to: '/customers/$customerId/users', params: { customerId: id.id }, search: {} }),
        list: {
          title: 'customers.usersCount',
          idOf,
          count: async ({ id }, signal) =>
            (await createUserCalls(rest).listOfCustomer(id.id, one, { ...quiet, signal })).totalElements,
        },
      },
      ...lists.flatMap(({ path, entityType, label, publicLabel, title, list }) => {
        const action = {
          list: {
            title,
            idOf,
            count: async ({ id }: Customer, signal: AbortSignal) =>
              (await list(rest, id.id, { ...quiet, signal })).totalElements,
          },
          icon: <EntityKindIcon entityType={entityType} />,
          // The cast is safe, because the path was looked up in the route tree.
          run: ({ id }: Customer) => void navigate({ to: `/customers/${id.id}/${path}` as '/home', search: {} }),
        }
        return [
          { ...action, id: path, label, isAllowed: isOrdinary },
          { ...action, id: `public-${path}`, label: publicLabel, isAllowed: isPublicCustomer },
        ]
      }),
    ]
  }, [routesByPath, hasEdges, navigate, rest])

  return { actions: links, links }
}
