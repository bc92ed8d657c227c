/**
 * Runs files of page tests one after another in this process, with one browser: what they import, and Chromium, start
 * once for all of them. Each is a suite by its name, and its platform ends with it.
 *
 * `node e2e/pages/one-by-one.ts FILE…`
 */

import { relative } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../platform/start-platform.ts'
import { holdBrowser } from './browser.ts'

// Those of the test runner end with the first suite.
const ends: (() => unknown)[] = []
await holdBrowser({ after: (end) => ends.push(end) })
for (const file of process.argv.slice(2)) {
  await suite(relative(projectRoot, file), async () => {
    await import(pathToFileURL(file).href)
  })
}
for (const end of ends) await end()
