/** Finds undefined and unused names in a script. */

import type { Translate } from '../locale/texts.ts'
import { type CodeFault, faultAt } from './code-fault.ts'

interface NamedTree {
  iterate(spec: { enter(node: { type: { isError: boolean; name: string }; from: number; to: number }): void }): void
}

const builtIn = new Set(
  'Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet arguments atob btoa console decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite isNaN parseFloat parseInt undefined unescape'.split(
    ' ',
  ),
)

/**
 * Undefined names as faults, unused names as hints. Scopes are ignored: a name counts as defined if it is declared
 * anywhere in the script, which is enough to find misspelled names. `known`: arguments and available global names.
 */
export function nameFaults(text: string, tree: NamedTree, known: readonly string[], t: Translate): CodeFault[] {
  const made = new Map<string, { from: number; to: number }>()
  const used = new Map<string, { from: number; to: number }>()
  tree.iterate({
    enter({ type, from, to }) {
      const name = text.slice(from, to)
      if (type.name === 'VariableDefinition' && !made.has(name)) made.set(name, { from, to })
      // Shorthand properties, such as `{ level }`, use the name.
      if (type.name === 'VariableName' && !used.has(name)) used.set(name, { from, to })
      if (type.name === 'PropertyDefinition' && !/^\s*[:(]/.test(text.slice(to)) && !used.has(name)) {
        used.set(name, { from, to })
      }
    },
  })
  const faults: CodeFault[] = []
  for (const [name, { from, to }] of used) {
    if (made.has(name) || known.includes(name) || builtIn.has(name)) continue
    faults.push(faultAt(text, from, to, t('editors.undefinedName', { name })))
  }
  for (const [name, { from, to }] of made) {
    if (!used.has(name)) faults.push({ ...faultAt(text, from, to, t('editors.unusedName', { name })), isHint: true })
  }
  return faults.sort((one, other) => one.from - other.from)
}
