/** What the page shows before its code runs, and what makes it an app: colors of the tokens, icons that exist. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const page = read('index.html')
const tokens = read('src/ui/theme/tokens.css')

/** Color tokens of the first block that begins with `selector`. */
function colorsOf(text: string, selector: string): Record<string, string> {
  const start = text.indexOf(selector)
  const block = text.slice(start, text.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/(--sd-[\w-]+):\s*(#\w+|rgba\([^)]*\));/g)].map(([, name, value]) => [name, value]),
  )
}

test.each([
  [':root {', '[data-theme="light"]'],
  ['[data-theme="dark"] {', '[data-theme="dark"]'],
])('the outline has the colors of the tokens: %s', (ofPage, ofTokens) => {
  const colors = colorsOf(page, ofPage)
  expect(Object.keys(colors).length).toBeGreaterThan(5)
  expect(colorsOf(tokens, ofTokens)).toMatchObject(colors)
})

test('the frame of the browser has the color of the toolbar', () => {
  expect(page).toContain(`data-light="${colorsOf(tokens, '[data-theme="light"]')['--sd-surface']}"`)
  expect(page).toContain(`data-dark="${colorsOf(tokens, '[data-theme="dark"]')['--sd-surface']}"`)
})

test('files that the page and the manifest name exist', () => {
  const manifest = JSON.parse(read('public/manifest.webmanifest')) as { icons: { src: string; purpose: string }[] }
  const named = [...page.matchAll(/(?:href|src)="(\/[\w./-]+)"/g)].map(([, path = '']) => path)
  const files = [...named.filter((path) => !path.startsWith('/src/')), ...manifest.icons.map(({ src }) => src)]
  expect(files.filter((path) => !existsSync(join(folder, 'public', path)))).toEqual([])
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
})
