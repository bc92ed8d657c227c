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
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { DashboardView } from '../../dashboards/dashboard-view.tsx'
import { exportFile } from '../../dashboards/export-dashboard.ts'
import { EntityGone, isGone } from '../../entities/entity-gone.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { OfflineNotice } from '../../shell/offline-notice.tsx'
import { UserMenu } from '../../shell/user-menu.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { usePageLabel } from '../../ui/page-label.ts'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { widgetTypes } from '../../widgets/widget-registry.ts'

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
  return <ShownDashboard key={data.id.id} dashboard={data} isSinglePage={isSinglePage} />
}

interface ShownDashboardProps {
  readonly dashboard: Dashboard
  readonly isSinglePage?: boolean
  /** Hides the toolbar regardless of the URL; a setting of home dashboards. */
  readonly hidesToolbar?: boolean
}

/** Dashboard whose state is in the URL of the surrounding page. */
export function ShownDashboard({ dashboard, isSinglePage = false, hidesToolbar = false }: ShownDashboardProps) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const windowContext = useWindowContext()
  const isHeld = useIsHeld()
  const configuration = useMemo(() => {
    const { nowMs, datapointsMax } = windowContext()
    return normalizeConfiguration(dashboard.configuration, { nowMs, datapointsMax, newId: () => crypto.randomUUID() })
  }, [dashboard, windowContext])
  const states = useMemo(() => decodeStates(search.state), [search.state])

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
        return isPlainRoot && isEntity ? undefined : encodeStates(stack)
      }
    },
    [configuration, navigate, states],
  )

  return (
    <DashboardView
      key={search.reload}
      types={widgetTypes}
      title={dashboard.title}
      configuration={configuration}
      states={states}
      onStates={setStates}
      hidesToolbar={hidesToolbar || search.hideToolbar === 'true'}
      isSinglePage={isSinglePage}
      account={isSinglePage && isHeld ? <UserMenu hasTools={false} /> : undefined}
      onExport={() => exportFile(dashboard)}
    />
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
