/** States in the address bar and which of them is open. */

import { own } from '../own.ts'
import type { DashboardConfiguration, JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, textOf } from './json-parts.ts'

export interface StateEntry {
  /** Null: the root. */
  readonly id: string | null
  readonly params: JsonObject
}

/** For the router, which encodes once more when it writes the query. */
export function encodeStates(states: readonly StateEntry[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(states))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return encodeURIComponent(btoa(binary))
}

/** What a query said, encoded once or twice. Anything that cannot be read is no state. */
export function decodeStates(text: string | null | undefined): StateEntry[] {
  if (!text) return []
  try {
    // A link that was encoded once may have had its `+` read as a space.
    const base64 = decodeURIComponent(text).replaceAll(' ', '+')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!Array.isArray(json)) return []
    return json.filter(isJsonObject).map(({ id, params }) => ({
      id: textOf(id),
      params: isJsonObject(params) ? params : {},
    }))
  } catch {
    return []
  }
}

export const rootStateId = ({ states }: DashboardConfiguration): string =>
  Object.keys(states).find((id) => states[id]?.root) ?? 'default'

/** The stack with known states only; never empty. `default` keeps the last entry alone. */
export function openStates(configuration: DashboardConfiguration, entries: readonly StateEntry[]): StateEntry[] {
  const rootId = rootStateId(configuration)
  const known = entries
    .map(({ id, params }) => ({ id: id ?? rootId, params }))
    .filter(({ id }) => own(configuration.states, id) !== undefined)
  if (known.length === 0) return [{ id: rootId, params: {} }]
  return configuration.settings.stateControllerId === 'entity' ? known : known.slice(-1)
}
