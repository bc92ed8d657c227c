/** Immutable changes deep inside of JSON: everything next to the path is shared with the original. */

import { own } from '../../own.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { objectOf } from '../json-parts.ts'

/** Replaces the object at `path`; missing objects on the way are created. The same JSON if nothing changed. */
export function changeAt(
  json: JsonObject,
  path: readonly string[],
  change: (part: JsonObject) => JsonObject,
): JsonObject {
  const [name, ...rest] = path
  if (name === undefined) return change(json)
  const part = objectOf(own(json, name))
  const after = changeAt(part, rest, change)
  return after === part ? json : withMember(json, name, after)
}

/** The object with another value of a member; the same object if it has that value already. */
export const withMember = (json: JsonObject, name: string, value: unknown): JsonObject =>
  Object.hasOwn(json, name) && json[name] === value ? json : { ...json, [name]: value }

export function withoutMembers(json: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(json, name))) return json
  const gone = new Set(names)
  return Object.fromEntries(Object.entries(json).filter(([name]) => !gone.has(name)))
}

export const partAt = (json: JsonObject, path: readonly string[]): JsonObject =>
  path.reduce((part, name) => objectOf(own(part, name)), json)
