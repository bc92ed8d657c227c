/** Keyboard navigation helpers. */

import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Maximum presses of Tab: more than any of these pages has tab stops. */
const tabsMax = 150

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement)

/** Description of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    const words = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return `${at?.localName ?? 'nothing'} “${words.trim().slice(0, 30)}”`
  })

/** Presses `key` until the target of `locator` has focus; fails with the visited elements. */
export async function pressTo(page: Page, key: string, locator: Locator, max: number): Promise<void> {
  await locator.waitFor({ state: 'attached' })
  const passed: string[] = []
  while (!(await hasFocus(locator))) {
    if (passed.length === max) assert.fail(`${key} did not reach ${locator}; it passed ${passed.join(' | ')}.`)
    await page.keyboard.press(key)
    passed.push(await focused(page))
  }
}

export const tabTo = (page: Page, locator: Locator): Promise<void> => pressTo(page, 'Tab', locator, tabsMax)
