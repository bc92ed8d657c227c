/** Widgets that refer to entity aliases and filters: what loses its data when one of them is removed. */

import { isUuid } from '../../ids.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, objectOf } from '../json-parts.ts'

export interface References {
  /** IDs of the widgets that use the alias. */
  ofAlias(id: string, name: string): readonly string[]
  /** IDs of the widgets that use the filter. */
  ofFilter(id: string): readonly string[]
}

interface Found {
  readonly ids: Set<string>
  /** Aliases that settings name instead of their ID. */
  readonly aliasNames: Set<string>
  readonly filterIds: Set<string>
}

const aliasIds = new Set(['entityAliasId', 'deviceAliasId', 'targetDeviceAliasIds'])

export function referencesOf(configuration: JsonObject): References {
  const widgets = Object.entries(objectOf(configuration.widgets)).map(([widgetId, widget]) => {
    const found: Found = { ids: new Set(), aliasNames: new Set(), filterIds: new Set() }
    collect('', widget, found)
    return { widgetId, found }
  })
  const where = (uses: (found: Found) => boolean) =>
    widgets.filter(({ found }) => uses(found)).map(({ widgetId }) => widgetId)
  return {
    ofAlias: (id, name) => where(({ ids, aliasNames }) => ids.has(id) || aliasNames.has(name)),
    ofFilter: (id) => where(({ filterIds }) => filterIds.has(id)),
  }
}

/** `member`: name of the member that holds the value, also if it is inside of a list. */
function collect(member: string, value: unknown, found: Found): void {
  if (typeof value === 'string') {
    if (value === '') return
    if (member === 'filterId') found.filterIds.add(value)
    // Settings of widgets by others may have their own names for an alias; a UUID is never anything else.
    else if (aliasIds.has(member) || isUuid(value)) found.ids.add(value)
    else if (member.endsWith('EntityAlias')) found.aliasNames.add(value)
  } else if (Array.isArray(value)) {
    for (const one of value) collect(member, one, found)
  } else if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) collect(name, one, found)
  }
}
