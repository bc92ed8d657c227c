/**
 * What axe finds on a page, in both colour schemes, and in forced colors where it is asked for.
 *
 * axe comes into the page as code of ours, which the policy rightly keeps out: play with `bypassCSP: true`.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { until } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer depends on the colour scheme; all others look at what both have in common. */
const colorRules = ['color-contrast', 'link-in-text-block']

interface Look {
  readonly name: string
  readonly colorScheme: 'dark' | 'light'
  readonly forcedColors: 'active' | 'none'
  readonly rules?: readonly string[]
}

/** The last is the one that the page keeps. */
const looks: readonly Look[] = [
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none', rules: colorRules },
  { name: 'light', colorScheme: 'light', forcedColors: 'none' },
]

/**
 * What keeps its own colours there is a shared piece, and has a story: the stories are looked at so, and a wide window of
 * each kind of page.
 */
const inForcedColors: Look = { name: 'forced colors', colorScheme: 'light', forcedColors: 'active', rules: colorRules }

/** In each look: the page follows the system's at once. */
export async function inspect(page: Page, name: string, { isForced = false } = {}): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  await page.evaluate(stopTransitions)
  for (const { name: look, colorScheme, forcedColors, rules } of isForced ? [inForcedColors, ...looks] : looks) {
    await page.emulateMedia({ colorScheme, forcedColors })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    found.push(...(await violations(page, rules)).map((line) => `${name}, ${look}: ${line}`))
  }
  await page.evaluate(resumeTransitions)
  return found
}

/**
 * Colours on their way from one to another belong to neither scheme. They take their last value at once: an element that
 * inherits a colour on its way begins its own way again with every frame, and 160 changes of scheme took 30 s.
 */
const stopTransitions = `window.transitionsStopped = new CSSStyleSheet()
  transitionsStopped.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(transitionsStopped)`

const resumeTransitions =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== transitionsStopped)'

/** What axe finds by all its rules or by those named, one line per place. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const moving = () =>
    page.evaluate<number>(`new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() =>
      document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running' &&
        one.effect.target.checkVisibility({ contentVisibilityAuto: true })).length)`)
  await until('colours to settle', moving, (count) => count === 0)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, html, any, all, none }) =>
      [impact, id, target.join(' '), html.slice(0, 160), [...any, ...all, ...none].map(({ message }) => message)[0]]
        .join(' · '))))`)
}
