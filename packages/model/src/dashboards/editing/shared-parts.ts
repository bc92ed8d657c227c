/** Structural sharing: parts of a new value that equal those of the previous one become the same objects. */

import { own } from '../../own.ts'
import { isJsonObject } from '../json-parts.ts'

/** `next`, with all parts of `before` that it equals. `before` itself if both are equal. */
export function withSharedParts<T>(before: unknown, next: T): T {
  return share(before, next) as T
}

function share(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before
  if (Array.isArray(before) && Array.isArray(next)) {
    const shared = next.map((one, index) => share(before[index], one))
    return shared.length === before.length && shared.every((one, index) => one === before[index]) ? before : shared
  }
  if (!isJsonObject(before) || !isJsonObject(next)) return next
  const names = Object.keys(next)
  const shared = names.map((name) => [name, share(own(before, name), next[name])] as const)
  const namesBefore = Object.keys(before)
  const isSame =
    namesBefore.length === names.length &&
    shared.every(([name, value], index) => namesBefore[index] === name && value === own(before, name))
  return isSame ? before : Object.fromEntries(shared)
}
