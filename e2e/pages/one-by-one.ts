/**
 * Runs files of page tests in sequence in this process, with one browser: imports and Chromium start only once. Each
 * file is a suite by its name, and its server ends with it.
 *
 * `node e2e/pages/one-by-one.ts FILE…`
 */

import { relative } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../platform/start-platform.ts'
import { holdBrowser } from './browser.ts'

// Clean-up hooks of the test runner would run after the first suite.
const ends: (() => unknown)[] = []
await holdBrowser({ after: (end) => ends.push(end) })
for (const file of process.argv.slice(2)) {
  await suite(relative(projectRoot, file), async () => {
    await import(pathToFileURL(file).href)
  })
}
for (const end of ends) await end()
