/** What everything about time needs: the platform's clock, the browser's zone and week, the platform's bound. */

import type { WindowContext } from '@sonde/model/time-windows/window-commands'
import type { Weekday } from '@sonde/model/time-windows/zone-time'
import { useMemo } from 'react'
import { useAccount, useClient } from '../session/use-session.tsx'

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Sunday in the United States, Saturday in Egypt, Monday where the browser does not say. */
export function firstDayOfWeek(language: string = navigator.language): Weekday {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay
  return firstDay === undefined ? 1 : ((firstDay % 7) as Weekday)
}

/** The browser's form of the page's language: dates as the reader writes them. */
export function localeOf(language: string): string {
  const { language: browser } = navigator
  return browser.toLowerCase().startsWith(language.toLowerCase()) ? browser : language
}

/** The same function while the account is the same; `nowMs` is asked at each call. */
export function useWindowContext(): () => WindowContext {
  const { session } = useClient()
  const datapointsMax = useAccount()?.maxDatapoints ?? 50_000
  return useMemo(() => {
    const zone = browserZone()
    const firstDay = firstDayOfWeek()
    return () => ({ nowMs: session.serverNowMs(), browserZone: zone, firstDayOfWeek: firstDay, datapointsMax })
  }, [session, datapointsMax])
}
