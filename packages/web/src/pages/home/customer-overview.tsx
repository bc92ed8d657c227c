/** Home of customer users: their devices, alarms and pages. */

import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { AlarmCard, DeviceCard, FleetSummary } from './fleet-cards.tsx'
import { useAlarmRefresh } from './fleet-queries.ts'
import { GoTo } from './go-to.tsx'
import { OverviewFrame } from './overview-frame.tsx'
import { RecentAlarms } from './recent-alarms.tsx'

export function CustomerOverview() {
  const t = useText()
  const { customers } = useClient()
  const customerId = useAccount()?.auth.customerId
  useAlarmRefresh()
  const { data } = useQuery({
    queryKey: ['customers', 'shortInfo', customerId],
    enabled: Boolean(customerId),
    staleTime: 60_000,
    queryFn: ({ signal }) => customers.shortInfo(customerId ?? '', { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return (
    <OverviewFrame
      title={data?.title ?? t('shell.home')}
      isWatched
      summary={<FleetSummary />}
      figures={
        <>
          <DeviceCard />
          <AlarmCard />
        </>
      }
      main={<RecentAlarms />}
      side={<GoTo />}
    />
  )
}
