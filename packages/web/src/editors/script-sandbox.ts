/**
 * Web worker that compiles the body of a script and calls it with sample arguments. The server delivers only this file
 * with a Content Security Policy that allows compiling text to code, but no loading and no requests. The page
 * terminates the worker if it takes too long.
 */

import type { ScriptOutcome } from './script-outcome.ts'

interface Run {
  readonly argNames: readonly string[]
  readonly body: string
  readonly samples: readonly (readonly unknown[])[]
}

const failure = (kind: 'threw' | 'notCompiled', error: unknown): ScriptOutcome =>
  error instanceof Error
    ? { kind, name: error.name, message: error.message }
    : { kind, name: 'UnknownError', message: String(error) }

function typeOf(value: unknown): ScriptOutcome {
  if (value === undefined || value === null) return { kind: 'returned', type: 'nothing' }
  if (Array.isArray(value)) return { kind: 'returned', type: 'array' }
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'function') {
    return { kind: 'returned', type }
  }
  return { kind: 'returned', type: 'object' }
}

function run({ argNames, body, samples }: Run): ScriptOutcome {
  let compiled: (...args: unknown[]) => unknown
  try {
    compiled = new Function(...argNames, body) as typeof compiled
  } catch (error) {
    return failure('notCompiled', error)
  }
  let last: ScriptOutcome = { kind: 'returned', type: 'nothing' }
  for (const args of samples) {
    try {
      return typeOf(compiled(...args))
    } catch (error) {
      last = failure('threw', error)
    }
  }
  return last
}

addEventListener('message', ({ data }: MessageEvent<Run>) => postMessage(run(data)))
