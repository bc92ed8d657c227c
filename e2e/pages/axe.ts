/**
 * Violations that axe finds on a page, in both color schemes and optionally in forced colors.
 *
 * axe is injected into the page, which the content security policy would block: call `play` with `bypassCSP: true`.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that depend on the color scheme; all others give the same result in both. */
const colorRules = ['color-contrast', 'link-in-text-block']

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly forcedColors: 'active' | 'none'
  /** Only these rules; default: all. */
  readonly rules?: readonly string[]
  /** All rules but these. */
  readonly without?: readonly string[]
}

const dark: Look = { name: 'dark', colorScheme: 'dark', forcedColors: 'none', rules: colorRules }
const light: Look = { name: 'light', colorScheme: 'light', forcedColors: 'none' }
/** Half of the time goes into colors: on phones, those of the light scheme are the ones that a wide window has shown. */
const lightOnPhones: Look = { ...light, without: colorRules }

/**
 * Only shared components override colors in forced-colors mode, and each has a story: the stories are checked in this
 * mode, and a wide window of each kind of page.
 */
const inForcedColors: Look = { name: 'forced colors', colorScheme: 'light', forcedColors: 'active', rules: colorRules }

/**
 * Inspects the page in each look, to which it adapts at once. Afterwards the last look, light, stays. Needs
 * `reducedMotion: 'reduce'`.
 */
export async function inspect(page: Page, name: string, { isForced = false } = {}): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  const looks = [...(isForced ? [inForcedColors] : []), dark, isPhone ? lightOnPhones : light]
  for (const { name: look, colorScheme, forcedColors, ...rules } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    found.push(...(await violations(page, rules)).map((line) => `${name}, ${look}: ${line}`))
  }
  return found
}

/** Violations, one line per place. Waits until the page is drawn in its colors. */
function violations(page: Page, { rules, without = [] }: Pick<Look, 'rules' | 'without'>): Promise<string[]> {
  const off = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const options = { preload: false, resultTypes: ['violations'], rules: off, ...(rules && { runOnly: rules }) }
  return page.evaluate<string[]>(`new Promise(requestAnimationFrame)
    .then(() => new Promise(requestAnimationFrame))
    .then(() => axe.run(document, ${JSON.stringify(options)}))
    .then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, html, any, all, none }) =>
        [impact, id, target.join(' '), html.slice(0, 160), [...any, ...all, ...none].map(({ message }) => message)[0]]
          .join(' · '))))`)
}
