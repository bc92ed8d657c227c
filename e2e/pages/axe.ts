/**
 * What axe finds on a page, in both colour schemes.
 *
 * axe comes into the page as code of ours, which the policy rightly keeps out: play with `bypassCSP: true`.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { until } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer depends on the colour scheme; all others look at what both have in common. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** In both colour schemes: the page follows the system's at once. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    const only = colorScheme === 'dark' ? colourRules : undefined
    found.push(...(await violations(page, only)).map((line) => `${name}, ${colorScheme}: ${line}`))
  }
  return found
}

/** What axe finds by all its rules or by those named, one line per place. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  // Colours on their way from one to another belong to neither scheme.
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
