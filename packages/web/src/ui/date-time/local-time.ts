/** Times as the text of a `datetime-local` field: local time of a zone, in seconds. */

import { instantOf, wallTime } from '@sonde/model/time-windows/zone-time'

export function localText(ms: number, zone: string): string {
  const { year, month, day, hour, minute, second } = wallTime(ms, zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}

/** Null while the text is incomplete. */
export function parseLocal(text: string, zone: string): number | null {
  const match = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  return instantOf(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
    },
    zone,
  )
}
