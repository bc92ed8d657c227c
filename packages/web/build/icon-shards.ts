/**
 * The icons as modules that the page loads when it draws one: `virtual:icons?shards` knows in which file a name is,
 * `?common` holds those that the icon dialog offers at first, and `?names` what it lists when all are asked for. The files
 * are named by their content like all code of the client, so that browsers keep them.
 */

import type { Plugin } from 'vite'
import type { IconShape } from '../src/ui/icon-picker/icon-shape.ts'
import { type IconSets, readIconSets } from './icon-sets.ts'

/** Of a file before it is compressed, in characters; what it weighs on the line is a third of it. */
export const shardCharacters = 24_000

const wanted = /^virtual:icons\?(shards|common|names|shard-\d+)$/
const resolved = /^\0icons\/(?:(shards|common|names)|icons-(\d+))\.js$/

interface Shard {
  /** Kept beside the shapes: an object puts names such as `360` first. */
  readonly first: string
  readonly shapes: Record<string, IconShape>
}

/** In the order of the alphabet, each as large as it may be. */
export function shardsOf(shapes: ReadonlyMap<string, IconShape>): readonly Shard[] {
  const shards: Shard[] = []
  let left = 0
  for (const [name, shape] of shapes) {
    const size = JSON.stringify([name, shape]).length
    const last = shards.at(-1)
    if (last && size <= left) {
      last.shapes[name] = shape
      left -= size
    } else {
      shards.push({ first: name, shapes: { [name]: shape } })
      left = shardCharacters - size
    }
  }
  return shards
}

export function iconShards(): Plugin {
  let sets: IconSets | undefined
  let shards: readonly Shard[] | undefined
  // Read when one of them is asked for: most tests draw no icon of these.
  const icons = () => {
    sets ??= readIconSets()
    shards ??= shardsOf(sets.shapes)
    return { ...sets, shards }
  }

  function codeOf(kind: string): string {
    const { names, common, shards } = icons()
    if (kind === 'names') return `export default ${JSON.stringify(names)}`
    if (kind === 'common') return `export default ${JSON.stringify(common)}`
    const first = shards.map((shard) => shard.first)
    const load = shards.map((_, at) => `() => import("virtual:icons?shard-${at}")`)
    return `export default { first: ${JSON.stringify(first)}, load: [${load.join(', ')}] }`
  }

  return {
    name: 'sonde-icon-shards',
    resolveId(id) {
      const kind = wanted.exec(id)?.[1]
      return kind && `\0icons/${kind.replace('shard-', 'icons-')}.js`
    },
    load(id) {
      const [, kind, number] = resolved.exec(id) ?? []
      if (kind) return codeOf(kind)
      if (number) return `export default ${JSON.stringify(icons().shards[Number(number)]?.shapes)}`
    },
  }
}
