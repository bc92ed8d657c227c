/**
 * Home: the dashboard that the user, the customer or the tenant chose for it, else an overview for the user's role
 * (pages.md §5).
 */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { Skeleton } from '../../ui/states/states.tsx'

const TenantOverview = lazy(() => import('./tenant-overview.tsx').then((room) => ({ default: room.TenantOverview })))
const CustomerOverview = lazy(() =>
  import('./customer-overview.tsx').then((room) => ({ default: room.CustomerOverview })),
)
const SystemOverview = lazy(() => import('./system-overview.tsx').then((room) => ({ default: room.SystemOverview })))
const ShownDashboard = lazy(() =>
  import('../dashboards/dashboard-page.tsx').then((room) => ({ default: room.ShownDashboard })),
)

export function HomePage() {
  const account = useAccount()
  const { dashboards } = useClient()
  const isSystem = account?.auth.authority === 'SYS_ADMIN'
  const { data: home, isError } = useQuery({
    queryKey: ['dashboards', 'home', account?.auth.userId],
    enabled: account !== undefined && !isSystem,
    // One that cannot be had is none: the overview is there for that.
    queryFn: ({ signal }) => dashboards.home({ signal, ignoreErrors: true }),
    retry: false,
  })
  if (!account) return null
  // Who had no home dashboard when the page was loaded hardly has one now: nobody waits for that.
  if (home === undefined && !isError && account.homeDashboardId !== null) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      {home ? (
        <ShownDashboard key={home.id.id} dashboard={home} hidesToolbar={home.hideDashboardToolbar} />
      ) : isSystem ? (
        <SystemOverview />
      ) : account.auth.authority === 'CUSTOMER_USER' ? (
        <CustomerOverview />
      ) : (
        <TenantOverview />
      )}
    </Suspense>
  )
}

function Waiting() {
  return (
    <div className="sd-page" aria-busy>
      <Skeleton width="30%" height={20} />
    </div>
  )
}
