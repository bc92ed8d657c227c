/** Stack of dashboard states in the URL, and which state is open. */

import { own } from '../own.ts'
import type { DashboardConfiguration, JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, textOf } from './json-parts.ts'

export interface StateEntry {
  /** null: the root state. */
  readonly id: string | null
  readonly params: JsonObject
}

/** Entry of an address; without an id it opens the root state. */
type AddressEntry = Partial<Pick<StateEntry, 'id'>> & Pick<StateEntry, 'params'>

/** Encodes the state stack. The router encodes the result once more when it writes the query. */
export function encodeStates(states: readonly AddressEntry[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(states))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return encodeURIComponent(btoa(binary))
}

/** Decodes a query value that was encoded once or twice. Unreadable input yields an empty stack. */
export function decodeStates(text: string | null | undefined): StateEntry[] {
  if (!text) return []
  try {
    // In a link that was encoded only once, `+` may have been read as a space.
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

/** The stack without unknown states; never empty. The `default` controller keeps only the last entry. */
export function openStates(configuration: DashboardConfiguration, entries: readonly StateEntry[]): StateEntry[] {
  const rootId = rootStateId(configuration)
  const known = entries
    .map(({ id, params }) => ({ id: id ?? rootId, params }))
    .filter(({ id }) => own(configuration.states, id) !== undefined)
  if (known.length === 0) return [{ id: rootId, params: {} }]
  return configuration.settings.stateControllerId === 'entity' ? known : known.slice(-1)
}

/**
 * States to walk through on a wall screen: those with widgets, except states that show an entity which another state
 * chooses.
 */
export function wallStates({ states, widgets, entityAliases }: DashboardConfiguration): string[] {
  const needsEntity = (aliasId: string | null): boolean => {
    const filter = aliasId === null ? undefined : own(entityAliases, aliasId)?.filter
    if (!filter || isJsonObject(filter.defaultStateEntity)) return false
    return filter.type === 'stateEntity' || filter.rootStateEntity === true
  }
  return Object.entries(states).flatMap(([id, { layouts }]) => {
    const ids = [layouts.main, layouts.right].flatMap((layout) => Object.keys(layout?.widgets ?? {}))
    const placed = ids.flatMap((widgetId) => own(widgets, widgetId) ?? [])
    const needs = placed.some(({ config }) =>
      [...config.datasources, ...(config.alarmSource ? [config.alarmSource] : [])].some(({ entityAliasId }) =>
        needsEntity(entityAliasId),
      ),
    )
    return placed.length > 0 && !needs ? [id] : []
  })
}
