/** Describes errors of code that users wrote. */

import type { FunctionFault } from './function-protocol.ts'
import { UnusableResult } from './plain-data.ts'

/** Describes what code of users threw, or why it didn't compile. */
export function faultOf(kind: 'notCompiled' | 'threw', error: unknown): FunctionFault {
  if (error instanceof UnusableResult)
    return { kind: 'unusable', name: '', message: error.message, line: null, column: null }
  const isError = error instanceof Error
  return {
    kind,
    name: isError ? String(error.name).slice(0, 100) : 'Error',
    message: (isError ? String(error.message) : String(error)).slice(0, 500),
    ...(isError && kind === 'threw' ? placeIn(String(error.stack)) : { line: null, column: null }),
  }
}

/** Lines that the engine puts before the body of a compiled function. */
const linesBefore = 2

/** Position in the body from a stack: the topmost place in compiled text. */
function placeIn(stack: string): { readonly line: number | null; readonly column: number | null } {
  const [, line, column] = /(?:<anonymous>|> Function|eval code)[^\n]*?:(\d+):(\d+)/.exec(stack) ?? []
  const number = Number(line) - linesBefore
  return number >= 1 ? { line: number, column: Number(column) } : { line: null, column: null }
}
