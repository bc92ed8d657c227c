/** Reads fields of an event's body, whose structure depends on the event kind. */

import type { Event } from '@sonde/model/events/event'
import { parseJson } from '@sonde/model/exact-json'
import { withoutSecrets } from '@sonde/model/secrets/secret-texts'

/** Field as text without secrets; empty if the event doesn't have it. */
export function eventText(event: Event, field: string): string {
  const value = (event.body as Readonly<Record<string, unknown>>)[field]
  return value === undefined || value === null ? '' : withoutSecrets(String(value))
}

export const eventSucceeded = (event: Event): boolean => 'success' in event.body && event.body.success

/** Formats JSON with line breaks, with sorted keys if `isSorted`; any other text is unchanged. */
export function prettyText(text: string, isSorted = false): string {
  try {
    const json: unknown = parseJson(text)
    if (typeof json !== 'object' || json === null) return text
    const entries = Object.entries(json).sort(([a], [b]) => a.localeCompare(b))
    return JSON.stringify(isSorted && !Array.isArray(json) ? Object.fromEntries(entries) : json, null, 2)
  } catch {
    return text
  }
}
