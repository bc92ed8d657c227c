/**
 * Shapes of icons by name: `home`, `mdi:thermometer`. They are split into files of some dozens each, and only files
 * with a used icon are loaded.
 */

import { commonIcons } from './common-icons.ts'
import type { IconShape, IconShard, IconShards } from './icon-shape.ts'

const isCommon = new Set(commonIcons)
let common: IconShard | undefined
let shards: IconShards | undefined
const loaded = new Map<number, IconShard>()

async function loadCommon() {
  common = (await import('virtual:icons?common')).default
}

async function loadShards() {
  shards = (await import('virtual:icons?shards')).default
}

/** Returns the shape, null if no icon has the name, or a function that loads the next missing file. */
function find(name: string): IconShape | null | (() => Promise<void>) {
  if (name === '') return null
  if (isCommon.has(name)) return common ? (common[name] ?? null) : loadCommon
  if (!shards) return loadShards
  const at = shardOf(name, shards.first)
  const shard = loaded.get(at)
  const load = shards.load[at]
  if (!shard) {
    return load ? async () => void loaded.set(at, (await load()).default) : null
  }
  const shape = Object.hasOwn(shard, name) ? shard[name] : undefined
  if (typeof shape === 'string' && shape.startsWith('=')) return find(shape.slice(1))
  return shape ?? null
}

/** Index of the last shard whose first name isn't after `name`; -1: none. */
function shardOf(name: string, first: readonly string[]): number {
  let from = 0
  let to = first.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((first[middle] ?? '') <= name) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Undefined: not loaded yet. Null: no such icon. */
export function knownShape(name: string): IconShape | null | undefined {
  const found = find(name.trim())
  return typeof found === 'function' ? undefined : found
}

/** Rejects if its file can't be loaded. */
export async function loadShape(name: string): Promise<IconShape | null> {
  for (;;) {
    const found = find(name.trim())
    if (typeof found !== 'function') return found
    await found()
  }
}
