/** Names of states and titles of dialogs, with the names of the state's entities filled in. */

import { own } from '../../own.ts'
import type { DashboardConfiguration, JsonObject } from '../dashboard-configuration.ts'
import type { StateEntry } from '../dashboard-states.ts'
import { isJsonObject, textOf } from '../json-parts.ts'

/** Replaces `${entityName}`, `${entityLabel}`, `${param:entityName}` and `${param:entityLabel}`. */
export const withEntityNames = (text: string, params: JsonObject): string =>
  text.replace(/\$\{(?:([^:}]+):)?(entityName|entityLabel)\}/g, (_, param: string | undefined, field: string) => {
    const holder = param === undefined ? params : own(params, param)
    return (isJsonObject(holder) && textOf(own(holder, field))) || ''
  })

/** Name of the state, with the names of its entities. */
export function stateName({ states }: DashboardConfiguration, { id, params }: StateEntry): string {
  const name = (id === null ? undefined : own(states, id)?.name) ?? id ?? ''
  return withEntityNames(name, params)
}

/** Title of a dialog with a state: its own, else the state's name, else the dashboard's title. */
export function dialogTitle(
  configuration: DashboardConfiguration,
  entry: StateEntry,
  ownTitle: string,
  dashboardTitle: string,
): string {
  return withEntityNames(ownTitle, entry.params).trim() || stateName(configuration, entry).trim() || dashboardTitle
}
