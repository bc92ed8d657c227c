/**
 * Home: the dashboard that the user, the customer or the tenant chose for it, else an overview for the user's role.
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
 * Loads what this user's home most likely shows, so that it is drawn at once and not after a sign of waiting.
 * Undefined: it is there.
 */
export const prepareHome = (account: SignedIn): Promise<void> | undefined =>
  (account.homeDashboardId === null ? overviewOf(account) : ShownDashboard).preload()

export function HomePage() {
  const account = useAccount()
  const { dashboards } = useClient()
  const isSystem = account?.auth.authority === 'SYS_ADMIN'
  const { data: home, isError } = useQuery({
    queryKey: ['dashboards', 'home', account?.auth.userId],
    // Without one at page load there is none: saving one loads the account again.
    enabled: Boolean(account) && !isSystem && account?.homeDashboardId !== null,
    // One that cannot be had is none: the overview is there for that.
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
