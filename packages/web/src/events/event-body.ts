/** An event's body, whose shape is that of its kind, read by field. */

import type { Event } from '@sonde/model/events/event'

/** A field as text; empty when the event has none. */
export function eventText(event: Event, field: string): string {
  const value = (event.body as Readonly<Record<string, unknown>>)[field]
  return value === undefined || value === null ? '' : String(value)
}

export const eventSucceeded = (event: Event): boolean => 'success' in event.body && event.body.success

/** JSON in lines, its keys in order when `isSorted`; any other text as it is. */
export function prettyText(text: string, isSorted = false): string {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null) return text
    const entries = Object.entries(json).sort(([a], [b]) => a.localeCompare(b))
    return JSON.stringify(isSorted && !Array.isArray(json) ? Object.fromEntries(entries) : json, null, 2)
  } catch {
    return text
  }
}
