/**
 * A reporter of Node's test runner: one line of JSON for each test that failed, `{ file, line, name, error }`, for
 * `tools/test.mjs`. What fails only because a test within it did is left out.
 */

import { relative } from 'node:path'
import { root } from './prepare.mjs'

export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.todo !== undefined || data.skip !== undefined) continue
    const { error } = data.details
    if (error?.failureType === 'subtestsFailed') continue
    // The runner wraps what the test threw.
    const thrown = error?.cause ?? error
    const message = typeof thrown === 'string' ? thrown : (thrown?.stack ?? thrown?.message ?? String(thrown))
    // A file that could not be run has its name.
    const file = data.name.endsWith('.test.ts') ? data.name : relative(root, data.file)
    yield `${JSON.stringify({ file, line: data.line ?? 1, name: data.name, error: withValues(message, thrown) })}\n`
  }
}

/** An assertion with a text of its own does not say what it compared. */
function withValues(message, thrown) {
  if (thrown?.code !== 'ERR_ASSERTION' || thrown.generatedMessage) return message
  const shown = (value) => JSON.stringify(value)?.slice(0, 500) ?? String(value)
  return `${message}\nactual: ${shown(thrown.actual)}\nexpected: ${shown(thrown.expected)}`
}
