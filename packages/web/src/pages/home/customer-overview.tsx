/** Home of customer users: their devices, alarms and pages. */

import { useAlarmRefresh } from '../../alarms/alarm-changes.ts'
import { useText } from '../../locale/use-text.tsx'
import { AlarmCard, DeviceCard, FleetSummary } from './fleet-cards.tsx'
import { useRecentAlarms } from './fleet-queries.ts'
import { GoTo } from './go-to.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { RecentAlarms } from './recent-alarms.tsx'
import { useHomeFacts } from './use-home-facts.ts'

export function CustomerOverview() {
  const t = useText()
  useAlarmRefresh(null)
  return (
    <OverviewFrame
      title={useHomeFacts().facts?.title ?? t('shell.home')}
      isWatched
      summary={<FleetSummary />}
      figures={
        <>
          <DeviceCard />
          <AlarmCard />
        </>
      }
      main={<RecentAlarms />}
      // Rendered after the alarms have loaded, so that the layout doesn’t shift.
      side={!useRecentAlarms().isPending && <GoTo />}
    />
  )
}
