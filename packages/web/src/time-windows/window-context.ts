/**
 * Context for resolving a time window: server time, the browser's time zone and first day of the week, the server's
 * limit.
 */

import type { WindowContext } from '@sonde/model/time-windows/window-commands'
import type { Weekday } from '@sonde/model/time-windows/zone-time'
import { useMemo } from 'react'
import { useLocale } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Sunday in the United States, Saturday in Egypt; Monday if the browser doesn't know. */
function firstDayOfWeek(intl: string): Weekday {
  const locale = new Intl.Locale(intl) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay
  return firstDay === undefined ? 1 : ((firstDay % 7) as Weekday)
}

/** Returns the same function while the account is unchanged; `nowMs` is evaluated on each call. */
export function useWindowContext(): () => WindowContext {
  const { session } = useClient()
  const { intl } = useLocale()
  const datapointsMax = useAccount()?.maxDatapoints ?? 50_000
  return useMemo(() => {
    const zone = browserZone()
    const firstDay = firstDayOfWeek(intl)
    return () => ({ nowMs: session.serverNowMs(), browserZone: zone, firstDayOfWeek: firstDay, datapointsMax })
  }, [session, datapointsMax, intl])
}
