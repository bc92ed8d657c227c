/**
 * Reporter for Node's test runner: writes a JSON line `{ file, line, name, error }` for each failed test, for
 * `tools/test.mjs`. Tests that failed only because of a subtest are left out.
 */

import { relative, resolve } from 'node:path'
import { root } from './prepare.mjs'

export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.todo !== undefined || data.skip !== undefined) continue
    const { error } = data.details
    if (error?.failureType === 'subtestsFailed') continue
    // The test runner wraps the error of the test in `cause`.
    const thrown = error?.cause ?? error
    const message = typeof thrown === 'string' ? thrown : (thrown?.stack ?? thrown?.message ?? String(thrown))
    // For a file that could not be run, the test's name is the file's name.
    const file = relative(root, data.name.endsWith('.test.ts') ? resolve(root, data.name) : data.file)
    yield `${JSON.stringify({ file, line: data.line ?? 1, name: data.name, error: withValues(message, thrown) })}\n`
  }
}

/** An assertion with a custom message doesn't contain the compared values. */
function withValues(message, thrown) {
  if (thrown?.code !== 'ERR_ASSERTION' || thrown.generatedMessage) return message
  const shown = (value) => JSON.stringify(value)?.slice(0, 500) ?? String(value)
  return `${message}\nactual: ${shown(thrown.actual)}\nexpected: ${shown(thrown.expected)}`
}
