/**
 * Actions of dashboards in a list. Unlike other entities a dashboard can have several customers: the tenant's list
 * manages all of them; lists below a customer or an edge unassign from that customer or edge only.
 */

import type { Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Earth, EarthLock, History, LayoutDashboard, UserCog } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { useAssignment } from '../../assignment/use-assignment.tsx'
import { exportedDashboard } from '../../dashboards/export-dashboard.ts'
import type { PickedEntity } from '../../entities/entity-picker.tsx'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import type { RoomActions } from '../../entity-room/room.ts'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { ListPath } from '../../places/list-paths.ts'
import { useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { bulkCustomerActions } from './bulk-customers.tsx'
import { CustomersDialog } from './customers-dialog.tsx'
import { useDashboardBulkEdit } from './dashboard-bulk-edit.ts'
import { customersOf, dashboardRoom, publicIdOf, useDashboardSharing } from './dashboard-calls.ts'
import { PublicDialog } from './public-dialog.tsx'

const VersionsDialog = lazy(() => import('./versions-dialog.tsx'))
const HiddenDevicesNotes = lazy(() => import('./hidden-devices.tsx'))

const idOf = ({ id }: DashboardInfo) => id.id
const nameOf = ({ title }: DashboardInfo) => title
const noOwner = () => null
const isOpen = (dashboard: DashboardInfo) => publicIdOf(dashboard) !== null

type RequestedDialog = { readonly what: 'customers' | 'publish' | 'versions'; readonly row: DashboardInfo }

export function useDashboardActions({ scope, isTenant, canEdit }: ScopedList): RoomActions<DashboardInfo> {
  const t = useText()
  const client = useClient()
  const sharing = useDashboardSharing()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [requested, setRequested] = useState<RequestedDialog | null>(null)
  const close = () => setRequested(null)
  const path = scopedPath(scope, 'dashboards')
  const isPublicList = scope.kind === 'customer' && scope.isPublic
  const assignment = useAssignment<DashboardInfo>({
    kind: 'DASHBOARD',
    room: dashboardRoom,
    listPath: path ?? '/dashboards',
    scope,
    idOf,
    nameOf,
    customerIdOf: noOwner,
    isPublic: useMemo(() => () => isPublicList, [isPublicList]),
    calls: sharing,
  })

  const own = useMemo((): EntityAction<DashboardInfo>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const exporting = exportJsonAction<DashboardInfo>('dashboards.exportFile', async ({ id }) => {
      const dashboard = await client.dashboards.get(id.id)
      return { name: dashboard.title, content: exportedDashboard(dashboard) }
    })
    if (!canEdit) return []
    if (!isTenant) return [exporting, ...assignment.actions]

    async function makePrivate(row: DashboardInfo) {
      await sharing.makePrivate(idOf(row))
      toasts.show({
        kind: 'success',
        text: t('assignment.madePrivate', { name: nameOf(row) }),
        action: {
          label: t('ui.undo'),
          onSelect: () =>
            void sharing.makePublic(idOf(row)).then(
              () => invalidateEntities(queries, dashboardRoom),
              () => {},
            ),
        },
      })
      await invalidateEntities(queries, dashboardRoom)
    }

    return [
      exporting,
      {
        id: 'versions',
        label: 'dashboards.versions',
        icon: <History {...icon} />,
        run: (row) => setRequested({ what: 'versions', row }),
      },
      {
        id: 'customers',
        label: 'dashboards.manageCustomers',
        icon: <UserCog {...icon} />,
        startsGroup: true,
        run: (row) => setRequested({ what: 'customers', row }),
      },
      {
        id: 'makePublic',
        label: 'assignment.makePublic',
        icon: <Earth {...icon} />,
        isAllowed: (row) => !isOpen(row),
        run: (row) => setRequested({ what: 'publish', row }),
      },
      {
        id: 'makePrivate',
        label: 'assignment.makePrivate',
        icon: <EarthLock {...icon} />,
        isAllowed: isOpen,
        run: (row) => void makePrivate(row).catch(() => {}),
      },
    ]
  }, [client, sharing, toasts, queries, t, canEdit, isTenant, assignment.actions])

  const sharingActions = useMemo(
    () => (isTenant ? bulkCustomerActions(sharing, t) : assignment.bulkActions),
    [isTenant, sharing, t, assignment.bulkActions],
  )
  const bulkActions = useDashboardBulkEdit(sharingActions, canEdit)
  const links = useMemo((): EntityAction<DashboardInfo>[] => {
    // Customers and edges have their own list path with the same pages.
    const listPath = (path ?? '/dashboards') as ListPath
    return [
      {
        id: 'open',
        label: 'dashboards.openDashboard',
        icon: <LayoutDashboard size={16} strokeWidth={2} aria-hidden />,
        run: ({ id }) => void navigate({ to: `${listPath}/$entityId`, params: { entityId: id.id } }),
      },
      ...own.filter(({ id }) => id === 'customers' || id === 'makePublic'),
    ]
  }, [path, navigate, own])

  /** Sets the customers; keeps the assignment to the public customer, which has a separate action. */
  const setCustomers = (row: DashboardInfo, customerIds: readonly string[], quiet: boolean) => {
    const publicId = publicIdOf(row)
    const all = publicId === null ? customerIds : [...customerIds, publicId]
    return sharing.setCustomers(idOf(row), all, { ignoreErrors: quiet })
  }

  async function manage(row: DashboardInfo, customers: readonly PickedEntity[]) {
    const before = customersOf(row).map(({ customerId }) => customerId.id)
    await setCustomers(
      row,
      customers.map(({ id }) => id.id),
      true,
    )
    close()
    toasts.show({
      kind: 'success',
      text: t('dashboards.customersSaved', { name: nameOf(row), count: customers.length }),
      action: {
        label: t('ui.undo'),
        onSelect: () =>
          void setCustomers(row, before, false).then(
            () => invalidateEntities(queries, dashboardRoom),
            () => {},
          ),
      },
    })
    await invalidateEntities(queries, dashboardRoom)
  }

  async function makePublic(row: DashboardInfo): Promise<Dashboard | undefined> {
    try {
      const dashboard = await sharing.makePublic(idOf(row))
      void invalidateEntities(queries, dashboardRoom)
      return dashboard
    } catch {
      // The call showed the error as a toast.
      return undefined
    }
  }

  return {
    actions: own,
    links,
    bulkActions,
    primary: assignment.assignExisting,
    dialogs: (
      <>
        {assignment.dialogs}
        {requested && dialogOf(requested)}
      </>
    ),
  }

  function dialogOf({ what, row }: RequestedDialog): ReactNode {
    if (what === 'versions') {
      return (
        <Suspense>
          <VersionsDialog dashboardId={idOf(row)} title={nameOf(row)} onClose={close} />
        </Suspense>
      )
    }
    return what === 'publish' ? (
      <PublicDialog dashboard={row} makePublic={() => makePublic(row)} onClose={close} />
    ) : (
      <CustomersDialog
        mode="manage"
        title={t('dashboards.manageTitle', { name: nameOf(row) })}
        initial={customersOf(row).map(({ customerId, title }) => ({ id: customerId, name: title }))}
        renderNotes={(customers) => (
          <Suspense>
            <HiddenDevicesNotes dashboardId={idOf(row)} customers={customers} />
          </Suspense>
        )}
        onChosen={(customers) => manage(row, customers)}
        onClose={close}
      />
    )
  }
}
