/** Home of tenant administrators: devices, monthly usage, alarms, recent activity. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MonitorCog, Plus } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { AlarmCard, DeviceCard, FleetSummary } from './fleet-cards.tsx'
import { useAlarmRefresh } from './fleet-queries.ts'
import { GoTo } from './go-to.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentAlarms } from './recent-alarms.tsx'
import { SetUp } from './set-up.tsx'
import { MessagesChart, UsageCards, UsageWarnings, useTenantUsage } from './usage-summary.tsx'

export function TenantOverview() {
  const t = useText()
  const usage = useTenantUsage()
  useAlarmRefresh()
  return (
    <OverviewFrame
      title={useTenantTitle() ?? t('shell.home')}
      isWatched
      summary={<FleetSummary />}
      actions={
        <>
          <Link to="/settings/home" search={{}} className="sd-button" data-kind="outlined" data-size="md">
            <MonitorCog size={18} strokeWidth={1.75} aria-hidden />
            <span>{t('home.customise')}</span>
          </Link>
          <Link to="/devices" search={{ add: 'true' }} className="sd-button" data-kind="filled" data-size="md">
            <Plus size={18} strokeWidth={2} aria-hidden />
            <span>{t('shell.addDevice')}</span>
          </Link>
        </>
      }
      warnings={<UsageWarnings values={usage.values} />}
      figures={
        <>
          <DeviceCard />
          <AlarmCard />
          <UsageCards usage={usage} />
        </>
      }
      main={
        <>
          {usage.entity && <MessagesChart entity={usage.entity} values={usage.values} />}
          <RecentAlarms />
          <RecentActivity />
        </>
      }
      side={
        <>
          <SetUp usage={usage} />
          <GoTo />
        </>
      }
    />
  )
}

/** Undefined while loading. */
function useTenantTitle(): string | undefined {
  const { rest } = useClient()
  const tenantId = useAccount()?.auth.tenantId
  const { data } = useQuery({
    queryKey: ['tenants', 'own', tenantId],
    enabled: Boolean(tenantId),
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      createTenantCalls(rest).get(tenantId ?? '', { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data?.title
}
