/**
 * Home page: the home dashboard of the user, customer or tenant, else an overview for the user's role.
 */

import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { SignedIn } from '../../session/account.ts'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/states/states.tsx'

const TenantOverview = lazyComponent(() => import('./tenant-overview.tsx'), 'TenantOverview')
const CustomerOverview = lazyComponent(() => import('./customer-overview.tsx'), 'CustomerOverview')
const SystemOverview = lazyComponent(() => import('./system-overview.tsx'), 'SystemOverview')
const ShownDashboard = lazyComponent(() => import('../dashboards/dashboard-page.tsx'), 'ShownDashboard')

const overviewOf = ({ auth }: SignedIn) =>
  auth.authority === 'SYS_ADMIN'
    ? SystemOverview
    : auth.authority === 'CUSTOMER_USER'
      ? CustomerOverview
      : TenantOverview

/**
 * Preloads the component that the user's home page most likely shows, so that no loading state appears. Undefined if it
 * is already loaded.
 */
export const prepareHome = (account: SignedIn): Promise<void> | undefined =>
  (account.homeDashboardId === null ? overviewOf(account) : ShownDashboard).preload()

export function HomePage() {
  const account = useAccount()
  const { dashboards } = useClient()
  const isSystem = account?.auth.authority === 'SYS_ADMIN'
  const { data: home, isError } = useQuery({
    queryKey: ['dashboards', 'home', account?.auth.userId],
    // The account has the dashboard's ID: null means none is set. Setting one reloads the account.
    enabled: Boolean(account) && !isSystem && account?.homeDashboardId !== null,
    // If loading fails, the overview is shown instead.
    queryFn: ({ signal }) => dashboards.home({ signal, ignoreErrors: true }),
    retry: false,
  })
  if (!account) return null
  if (home === undefined && !isError && account.homeDashboardId !== null) return <Waiting />
  const Overview = overviewOf(account)
  return (
    <Suspense fallback={<Waiting />}>
      {home && account.homeDashboardId !== null ? (
        <ShownDashboard key={home.id.id} dashboard={home} hidesToolbar={home.hideDashboardToolbar} />
      ) : (
        <Overview />
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
