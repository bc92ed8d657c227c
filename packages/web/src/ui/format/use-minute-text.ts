/** Times to the minute: `09:47`, with the date if they are at least a day old. */

import { useCallback } from 'react'
import { useLocale } from '../../locale/use-text.tsx'
import { useFormat } from './use-format.ts'

const dayMs = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(locale: string): Intl.DateTimeFormat {
  const known = clocks.get(locale)
  const clock = known ?? new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(locale, clock)
  return clock
}

export function useMinuteText(): (ms: number, nowMs: number) => string {
  const { intl } = useLocale()
  const format = useFormat()
  return useCallback(
    (ms, nowMs) => {
      const clock = clockOf(intl).format(ms)
      return nowMs - ms < dayMs ? clock : `${format.date(ms, nowMs)}, ${clock}`
    },
    [intl, format],
  )
}
