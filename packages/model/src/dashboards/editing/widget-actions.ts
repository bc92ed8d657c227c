/**
 * Changes of a widget's actions (`config.actions`): pure functions from a widget's configuration to the next one, for
 * the command `changeWidgetConfig`. Actions are named by their JSON, which stays the same object until it is changed.
 */

import { own } from '../../own.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, listOf, objectOf, textOf } from '../json-parts.ts'
import { changeAt, withMember, withoutMembers } from './json-path.ts'

export interface StoredAction {
  readonly sourceId: string
  readonly json: JsonObject
}

/** Actions as they are stored, also those of unknown types, by source. Entries that aren't objects are left out. */
export function storedActions(config: JsonObject): readonly StoredAction[] {
  return Object.entries(objectOf(config.actions)).flatMap(([sourceId, list]) =>
    listOf(list).flatMap((json) => (isJsonObject(json) ? [{ sourceId, json }] : [])),
  )
}

interface ActionPlace {
  readonly sourceId: string
  readonly index: number
}

/** Where the action is; if it has been replaced meanwhile, where the one with its ID is. */
function placeOf(config: JsonObject, action: JsonObject): ActionPlace | null {
  const entries = Object.entries(objectOf(config.actions))
  const find = (matches: (json: unknown) => boolean): ActionPlace | null => {
    for (const [sourceId, list] of entries) {
      const index = listOf(list).findIndex(matches)
      if (index >= 0) return { sourceId, index }
    }
    return null
  }
  const id = textOf(action.id)
  return find((json) => json === action) ?? (id === null ? null : find((json) => textOf(objectOf(json).id) === id))
}

/** Changes the list of a source; a source without actions is removed. */
function changeList(
  config: JsonObject,
  sourceId: string,
  change: (list: readonly unknown[]) => readonly unknown[],
): JsonObject {
  return changeAt(config, ['actions'], (all) => {
    const before = listOf(own(all, sourceId))
    const after = change(before)
    if (after === before) return all
    return after.length === 0 ? withoutMembers(all, [sourceId]) : withMember(all, sourceId, after)
  })
}

/** Adds an action at the end of its source, or after another one of the source. */
export function addAction(config: JsonObject, sourceId: string, action: JsonObject, after?: JsonObject): JsonObject {
  const place = after && placeOf(config, after)
  return changeList(config, sourceId, (list) =>
    place?.sourceId === sourceId ? list.toSpliced(place.index + 1, 0, action) : [...list, action],
  )
}

/**
 * Replaces an action in place; with another source, it comes last there. An action that was removed meanwhile is
 * added.
 */
export function replaceAction(config: JsonObject, action: JsonObject, sourceId: string, next: JsonObject): JsonObject {
  const place = placeOf(config, action)
  if (place?.sourceId !== sourceId) return addAction(removeAction(config, action), sourceId, next)
  return changeList(config, sourceId, (list) => (list[place.index] === next ? list : list.with(place.index, next)))
}

export function removeAction(config: JsonObject, action: JsonObject): JsonObject {
  const place = placeOf(config, action)
  return place ? changeList(config, place.sourceId, (list) => list.toSpliced(place.index, 1)) : config
}

/** Moves an action up or down among those of its source. No effect at the end. */
export function moveAction(config: JsonObject, action: JsonObject, by: -1 | 1): JsonObject {
  const place = placeOf(config, action)
  if (!place) return config
  return changeList(config, place.sourceId, (list) => {
    const to = place.index + by
    if (to < 0 || to >= list.length) return list
    return list.toSpliced(place.index, 1).toSpliced(to, 0, list[place.index])
  })
}

/** Whether another action of the source than `action` has the name. */
export const isActionNameTaken = (
  config: JsonObject,
  sourceId: string,
  name: string,
  action: JsonObject | null,
): boolean =>
  listOf(own(objectOf(config.actions), sourceId)).some(
    (json) => json !== action && isJsonObject(json) && json.name === name,
  )

/** The name, with a number if an action of the source has it already. */
export function freeActionName(config: JsonObject, sourceId: string, name: string): string {
  const base = name.replace(/ \d{1,3}$/, '')
  let free = name
  for (let at = 2; isActionNameTaken(config, sourceId, free, null); at++) free = `${base} ${at}`
  return free
}
