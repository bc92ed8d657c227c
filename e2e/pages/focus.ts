/** Keyboard navigation helpers. */

import assert from 'node:assert/strict'
import type { ElementHandle, Locator, Page } from 'playwright-core'

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

/** Key presses between two searches of the page: searching it after each press would take most of the time. */
const pressesPerSearch = 8

/**
 * Presses `key` until the target of `locator` has focus; fails with the visited elements. The target may become another
 * element meanwhile, such as the selected one of several.
 */
export async function pressTo(page: Page, key: string, locator: Locator, max: number): Promise<void> {
  const passed: string[] = []
  for (;;) {
    const target = await locator.elementHandle()
    let at = await lookAt(page, target)
    for (let presses = 0; !at.isTarget && at.isThere && presses < pressesPerSearch; presses++) {
      if (passed.length === max) assert.fail(`${key} did not reach ${locator}; it passed ${passed.join(' | ')}.`)
      await page.keyboard.press(key)
      at = await lookAt(page, target)
      passed.push(at.name)
    }
    await target?.dispose()
    if (at.isTarget) return
  }
}

/** Whether the element has focus, whether it is still in the page, and what has focus. */
const lookAt = (page: Page, target: ElementHandle | null) =>
  page.evaluate((element) => {
    const at = document.activeElement
    const words = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return {
      isTarget: at === element,
      isThere: element?.isConnected ?? false,
      name: `${at?.localName ?? 'nothing'} “${words.trim().slice(0, 30)}”`,
    }
  }, target)

export const tabTo = (page: Page, locator: Locator): Promise<void> => pressTo(page, 'Tab', locator, tabsMax)
