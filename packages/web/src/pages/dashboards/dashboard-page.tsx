/** Page of one dashboard: in the shell at /dashboards/{id}, full window at /dashboard/{id}. The URL holds the state. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import {
  decodeStates,
  encodeStates,
  openStates,
  rootStateId,
  type StateEntry,
} from '@sonde/model/dashboards/dashboard-states'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { withConfigurationTexts, withTexts } from '@sonde/model/dashboards/text-placeholders'
import { own } from '@sonde/model/own'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { DashboardView } from '../../dashboards/dashboard-view.tsx'
import { exportFile } from '../../dashboards/export-dashboard.ts'
import { EntityGone, isGone } from '../../entities/entity-gone.tsx'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { isInMobileApp } from '../../session/mobile-bridge.ts'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { OfflineNotice } from '../../shell/offline-notice.tsx'
import { UserMenu } from '../../shell/user-menu.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePageLabel } from '../../ui/page-label.ts'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { widgetTypes } from '../../widgets/widget-registry.ts'

const DashboardLogo = lazy(() => import('./dashboard-logo.tsx').then((module) => ({ default: module.DashboardLogo })))
const DashboardVersions = lazyComponent(
  () => import('../../dashboards/versions/dashboard-versions.tsx'),
  'DashboardVersions',
)
const LinkedStart = lazyComponent(() => import('../../dashboards/sharing/linked-start.tsx'), 'LinkedStart')
const ShareDialog = lazyComponent(() => import('../../dashboards/sharing/share-dialog.tsx'), 'ShareDialog')
const DashboardEditor = lazyComponent(() => import('../../dashboards/editor/dashboard-editor.tsx'), 'DashboardEditor')
const DashboardSelect = lazy(() =>
  import('../../entities/dashboard-select.tsx').then((module) => ({ default: module.DashboardSelect })),
)

export default function DashboardPage() {
  const isSinglePage = useRouterState({ select: ({ location }) => location.pathname.startsWith('/dashboard/') })
  if (!isSinglePage) return <OneDashboard isSinglePage={false} />
  return (
    <main className="db-single">
      <OfflineNotice />
      <OneDashboard isSinglePage />
    </main>
  )
}

function OneDashboard({ isSinglePage }: { isSinglePage: boolean }) {
  const t = useText()
  const client = useClient()
  const isHeld = useIsHeld()
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const [showsVersions, setShowsVersions] = useState(false)
  const canEdit = useCanEdit(isSinglePage)
  const { dashboardId = '' } = useParams({ strict: false }) as { dashboardId?: string }
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboards', dashboardId],
    queryFn: ({ signal }) => client.dashboards.get(dashboardId, { signal, ignoreErrors: true }),
    // A dashboard is not replaced while a user views it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePageLabel(data?.title ?? (error ? t('shell.dashboard') : null))
  if (error) {
    return (
      <div className="sd-page">
        {isSinglePage && isHeld && (
          <div className="db-bar">
            <span className="sd-spacer" />
            <UserMenu hasTools={false} />
          </div>
        )}
        <div className="sd-card">
          {isGone(error) ? (
            <EntityGone isPage kind="DASHBOARD" />
          ) : (
            <ErrorState isPage title={t('dashboards.loadFailed')} error={error} onRetry={() => void refetch()} />
          )}
        </div>
      </div>
    )
  }
  if (!data) return <LoadingDashboard />
  return (
    <>
      <ShownDashboard
        key={data.id.id}
        dashboard={data}
        isSinglePage={isSinglePage}
        canEdit={canEdit}
        onVersions={isAdministrator && !isHeld ? () => setShowsVersions(true) : undefined}
        dashboards={<OtherDashboards dashboardId={data.id.id} />}
      />
      {showsVersions && (
        <Suspense>
          <DashboardVersions
            dashboardId={data.id.id}
            title={data.title}
            types={widgetTypes}
            onClose={() => setShowsVersions(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface ShownDashboardProps {
  readonly dashboard: Dashboard
  readonly isSinglePage?: boolean
  /** Hides the toolbar regardless of the URL; a setting of home dashboards. */
  readonly hidesToolbar?: boolean
  /** Chooses another dashboard. */
  readonly dashboards?: ReactNode
  /** Shows the versions of the dashboard; absent: the user can't see them. */
  readonly onVersions?: (() => void) | undefined
  readonly canEdit?: boolean
}

/** Keys that dashboards of ThingsBoard often contain, and the texts here. */
const knownTexts = {
  'alarm.alarms': 'alarms.title',
  'asset.assets': 'assets.title',
  'customer.customers': 'customers.title',
  'dashboard.dashboards': 'shell.dashboards',
  'device.devices': 'shell.devices',
  'entity-view.entity-views': 'entityViews.title',
  'home.home': 'shell.home',
} as const satisfies Record<string, MessageKey>

/** Dashboard whose state is in the URL of the surrounding page. */
export function ShownDashboard({
  dashboard,
  isSinglePage = false,
  hidesToolbar = false,
  dashboards,
  onVersions,
  canEdit = false,
}: ShownDashboardProps) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const windowContext = useWindowContext()
  const isHeld = useIsHeld()
  const t = useText()
  const textOfKey = useCallback(
    (key: string) => {
      const known = own(knownTexts, key)
      return known && t(known)
    },
    [t],
  )
  const read = useMemo(() => {
    const { nowMs, datapointsMax } = windowContext()
    const deps = { nowMs, datapointsMax, newId: () => crypto.randomUUID() }
    return (json: unknown) => withConfigurationTexts(normalizeConfiguration(json, deps), textOfKey)
  }, [windowContext, textOfKey])
  const configuration = useMemo(() => read(dashboard.configuration), [read, dashboard])
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const states = useMemo(() => decodeStates(search.state), [search.state])
  const canShare = useCanShare()
  const [sharedWindow, setSharedWindow] = useState<TimeWindow | null>(null)

  const setStates = useCallback(
    (next: readonly StateEntry[]) => {
      const before = openStates(configuration, states).at(-1)?.id
      const isSame = before === next.at(-1)?.id
      void navigate({
        to: '.',
        search: (all: Record<string, unknown>) => ({ ...all, state: addressOf(next) }),
        // Opening another state adds a history entry; a change of parameters replaces the entry.
        replace: isSame,
      })

      function addressOf(stack: readonly StateEntry[]): string | undefined {
        const [only] = stack
        const isPlainRoot =
          stack.length === 1 && only?.id === rootStateId(configuration) && Object.keys(only.params).length === 0
        const isEntity = configuration.settings.stateControllerId === 'entity'
        // While editing, another state may become the root.
        return isPlainRoot && isEntity && !isEditing ? undefined : encodeStates(stack)
      }
    },
    [configuration, navigate, states, isEditing],
  )

  const view = {
    types: widgetTypes,
    states,
    onStates: setStates,
    hidesToolbar: hidesToolbar || search.hideToolbar === 'true',
    isSinglePage,
    isFramed,
    dashboards: search.embedded === 'true' ? undefined : dashboards,
    logo: (
      <Suspense>
        <DashboardLogo url={configuration.settings.dashboardLogoUrl} />
      </Suspense>
    ),
    account: isSinglePage && isHeld ? <UserMenu hasTools={false} /> : undefined,
    onExport: () => exportFile(dashboard),
  }
  if (isEditing && canEdit) {
    return (
      <Suspense fallback={<LoadingDashboard />}>
        <DashboardEditor
          dashboard={dashboard}
          read={read}
          view={view}
          loading={<LoadingDashboard />}
          onSaved={(saved) => {
            queries.setQueryData(['dashboards', saved.id.id], saved)
            // Lists show the title.
            void queries.invalidateQueries({
              queryKey: ['dashboards'],
              predicate: ({ queryKey }) => queryKey[1] !== saved.id.id,
            })
          }}
          onClose={() => setEditing(false)}
        />
      </Suspense>
    )
  }
  const shown = (firstWindow?: TimeWindow) => (
    <DashboardView
      {...view}
      key={`${search.reload} ${search.window}`}
      title={withTexts(dashboard.title, textOfKey)}
      configuration={configuration}
      onEdit={canEdit ? () => setEditing(true) : undefined}
      onShare={canShare ? setSharedWindow : undefined}
      firstWindow={firstWindow}
      onVersions={onVersions}
    />
  )
  const isStateUnreadable = Boolean(search.state) && states.length === 0
  return (
    <>
      {search.window === undefined && !isStateUnreadable ? (
        shown()
      ) : (
        <Suspense fallback={<LoadingDashboard />}>
          <LinkedStart
            window={search.window}
            isStateUnreadable={isStateUnreadable}
            configured={configuration.timewindow}
            render={shown}
          />
        </Suspense>
      )}
      {sharedWindow && (
        <Suspense>
          <ShareDialog
            dashboard={dashboard}
            isSinglePage={isSinglePage}
            states={search.state === undefined ? [] : openStates(configuration, states)}
            window={sharedWindow}
            onClose={() => setSharedWindow(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether the user may share links: not visitors, and not inside of other pages and apps. */
function useCanShare(): boolean {
  const account = useAccount()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  return account !== null && !account.auth.isPublic && !isFramed && !isInMobileApp() && search.embedded !== 'true'
}

/** Whether the user may edit the dashboard here: not inside of other pages and apps, which only show it. */
function useCanEdit(isSinglePage: boolean): boolean {
  const account = useAccount()
  const isHeld = useIsHeld()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  if (account?.auth.authority !== 'TENANT_ADMIN' || isHeld || isInMobileApp() || search.embedded === 'true')
    return false
  return !isSinglePage || search.edit !== undefined
}

/** Whether the page is inside a frame of another page. */
const isFramed = window.self !== window.top

/** Drop-down that opens another dashboard of the same list. Not for users and visitors with fixed dashboards. */
function OtherDashboards({ dashboardId }: { dashboardId: string }) {
  const account = useAccount()
  const navigate = useNavigate()
  const { customerId } = useParams({ strict: false }) as { customerId?: string }
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (!account || account.auth.isPublic || account.allowedDashboardIds !== null || isInMobileApp()) return null
  const ownCustomer = account.auth.authority === 'CUSTOMER_USER' ? account.auth.customerId : null
  const listed = customerId ?? ownCustomer
  return (
    <Suspense>
      <DashboardSelect
        of={listed ? { kind: 'customer', customerId: listed } : { kind: 'ownTenant' }}
        value={dashboardId}
        // The same kind of page, without the open states.
        onChange={(id) => void navigate({ to: path.slice(0, path.lastIndexOf('/') + 1) + id, search: {} })}
      />
    </Suspense>
  )
}

/** True if the user can open only dashboards, so that the dashboard needs a menu for profile and sign-out. */
function useIsHeld(): boolean {
  const account = useAccount()
  return account !== null && account.allowedDashboardIds !== null
}

function LoadingDashboard() {
  return (
    <div className="db-loading" aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => (
        <div key={id}>
          <Skeleton width="50%" height={12} />
          <Skeleton width="80%" height={28} />
          <Skeleton width="65%" height={10} />
        </div>
      ))}
    </div>
  )
}
