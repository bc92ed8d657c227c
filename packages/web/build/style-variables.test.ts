/** Variables of the style sheets: one that nobody sets leaves its property without a value, and nothing says so. */

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const sources = resolve(import.meta.dirname, '../src')
const texts = globSync('**/*.{css,ts,tsx}', { cwd: sources }).map((name) =>
  readFileSync(resolve(sources, name), 'utf8'),
)

const namesIn = (pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))

test('each variable that a style sheet uses is set', () => {
  const used = namesIn(/var\((--sd-[\w-]+)\)/g)
  // In style sheets, or by components: `'--sd-size': …`.
  const set = namesIn(/(--sd-[\w-]+)['"]?\]?\s*:/g)
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => !set.has(name))).toEqual([])
})
