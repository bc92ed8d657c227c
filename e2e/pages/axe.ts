/**
 * What axe finds on a page, in both colour schemes, and in forced colors where it is asked for.
 *
 * axe comes into the page as code of ours, which the policy rightly keeps out: play with `bypassCSP: true`.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer depends on the colour scheme; all others look at what both have in common. */
const colorRules = ['color-contrast', 'link-in-text-block']

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly forcedColors: 'active' | 'none'
  readonly rules?: readonly string[]
}

const dark: Look = { name: 'dark', colorScheme: 'dark', forcedColors: 'none', rules: colorRules }
const light: Look = { name: 'light', colorScheme: 'light', forcedColors: 'none' }

/**
 * What keeps its own colours there is a shared piece, and has a story: the stories are looked at so, and a wide window of
 * each kind of page.
 */
const inForcedColors: Look = { name: 'forced colors', colorScheme: 'light', forcedColors: 'active', rules: colorRules }

/** In each look: the page follows the system's at once. It keeps the last one, light. Needs `reducedMotion: 'reduce'`. */
export async function inspect(page: Page, name: string, { isForced = false } = {}): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  for (const { name: look, colorScheme, forcedColors, rules } of isForced
    ? [inForcedColors, dark, light]
    : [dark, light]) {
    await page.emulateMedia({ colorScheme, forcedColors })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    found.push(...(await violations(page, rules)).map((line) => `${name}, ${look}: ${line}`))
  }
  return found
}

/** What axe finds by all its rules or by those named, one line per place. The page is drawn in its colours first. */
function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { preload: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate<string[]>(`new Promise(requestAnimationFrame)
    .then(() => new Promise(requestAnimationFrame))
    .then(() => axe.run(document, ${JSON.stringify(options)}))
    .then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, html, any, all, none }) =>
        [impact, id, target.join(' '), html.slice(0, 160), [...any, ...all, ...none].map(({ message }) => message)[0]]
          .join(' · '))))`)
}
