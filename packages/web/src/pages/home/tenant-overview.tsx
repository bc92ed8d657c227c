/** Home of tenant administrators: devices, monthly usage, alarms, recent activity. */

import { Link } from '@tanstack/react-router'
import { MonitorCog, Plus } from 'lucide-react'
import { useAlarmRefresh } from '../../alarms/alarm-changes.ts'
import { useText } from '../../locale/use-text.tsx'
import { AlarmCard, DeviceCard, FleetSummary } from './fleet-cards.tsx'
import { useRecentAlarms } from './fleet-queries.ts'
import { GoTo } from './go-to.tsx'
import { Intro } from './intro.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentAlarms } from './recent-alarms.tsx'
import { SetUp, useSetUp } from './set-up.tsx'
import { MessagesChart, UsageCards, UsageWarnings, useTenantUsage } from './usage-summary.tsx'
import { useHomeFacts } from './use-home-facts.ts'

export function TenantOverview() {
  const t = useText()
  const usage = useTenantUsage()
  useAlarmRefresh(null)
  const setUp = useSetUp(usage)
  // Content below the alarms is rendered after they have loaded, so that the layout doesn't shift.
  const isAlarmsKnown = !useRecentAlarms().isPending
  return (
    <OverviewFrame
      title={useHomeFacts().facts?.title ?? t('shell.home')}
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
      warnings={
        <>
          <Intro />
          <UsageWarnings values={usage.values} />
        </>
      }
      figures={
        <>
          <DeviceCard />
          <AlarmCard />
          <UsageCards usage={usage} />
        </>
      }
      main={
        <>
          {usage.entity !== null && <MessagesChart entity={usage.entity ?? null} values={usage.values} />}
          <RecentAlarms />
          {isAlarmsKnown && <RecentActivity />}
        </>
      }
      side={
        isAlarmsKnown && (
          <>
            <SetUp setUp={setUp} />
            {setUp.isKnown && <GoTo />}
          </>
        )
      }
    />
  )
}
