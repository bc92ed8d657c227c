/**
 * Registry of all rule node classes by their wire name. Each file `*-node.ts` in `nodes/` exports one class; a new
 * class
 * needs only a new file there.
 */

import { modulesIn } from '../modules-in.ts'
import type { RuleNodeType } from './engine/rule-node.ts'

const modules = await modulesIn(new URL('./nodes/', import.meta.url), '*-node.ts')

export const nodeRegistry: ReadonlyMap<string, RuleNodeType> = new Map(
  Object.entries(modules).map(([file, exported]) => {
    const type = nodeTypeOf(file, exported)
    return [type.clazz, type]
  }),
)

/** Throws unless a file exports exactly one type. */
export function nodeTypeOf(file: string, exported: Readonly<Record<string, unknown>>): RuleNodeType {
  const types = Object.values(exported).filter(isNodeType)
  const [type] = types
  if (!type || types.length > 1) throw new Error(`nodes/${file} must export one rule node type, not ${types.length}.`)
  return type
}

function isNodeType(value: unknown): value is RuleNodeType {
  return typeof value === 'object' && value !== null && 'clazz' in value && 'create' in value
}
