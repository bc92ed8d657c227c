/**
 * The pages that scenes play on. A scene gets a page that knows nothing of others; but where the one before it left
 * nothing but its storage, it is the same page of the browser, whose process has loaded and compiled the client: that is
 * more than half of what a short scene costs.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** What `prepare` saw go wrong on the page since it came. */
  readonly faults: string[]
}

export interface Visitors {
  come(options: BrowserContextOptions): Promise<Visitor>
  /** `hasFailed`: nobody knows what it left. */
  leave(visitor: Visitor, hasFailed: boolean): Promise<void>
}

/** What a page keeps of these would meet the next scene. */
const lasting = [
  'addInitScript',
  'addListener',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'on',
  'route',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setViewportSize',
] as const satisfies readonly (keyof Page)[]

/** The cheapest thing of the same origin: a page that stays there keeps its process. */
const restingPlace = '/page-start.js'

/** Readies a new page, which notes what goes wrong on it in `faults`. */
export type Prepare = (page: Page, faults: string[]) => Promise<void>

interface Known extends Visitor {
  readonly key: string
  isPageChanged: boolean
  isContextChanged: boolean
}

/** Of the stack of who notes it: the line behind the own one. */
const isAskedByLibrary = (stack = '') => stack.split('\n')[2]?.includes('playwright-core') === true

export function createVisitors(browser: Browser, prepare: Prepare): Visitors {
  const resting = new Map<string, Known[]>()
  const known = new WeakMap<Visitor, Known>()

  async function enter(context: BrowserContext, key: string): Promise<Known> {
    const page = await context.newPage()
    const faults: string[] = []
    await prepare(page, faults)
    const visitor: Known = { context, page, faults, key, isPageChanged: false, isContextChanged: false }
    known.set(visitor, visitor)
    for (const name of lasting) {
      const own = page[name].bind(page) as (...args: unknown[]) => unknown
      const noted = (...args: unknown[]) => {
        visitor.isPageChanged ||= !isAskedByLibrary(new Error().stack)
        return own(...args)
      }
      Object.defineProperty(page, name, { value: noted, configurable: true })
    }
    const { clock } = page
    Object.defineProperty(page, 'context', {
      value() {
        visitor.isContextChanged ||= !isAskedByLibrary(new Error().stack)
        return context
      },
    })
    Object.defineProperty(page, 'clock', {
      get() {
        visitor.isContextChanged ||= !isAskedByLibrary(new Error().stack)
        return clock
      },
    })
    return visitor
  }

  return {
    async come(options) {
      const key = JSON.stringify(options)
      return resting.get(key)?.pop() ?? enter(await browser.newContext(options), key)
    },

    async leave(visitor, hasFailed) {
      const { context, page, key, isContextChanged, isPageChanged } = known.get(visitor) as Known
      if (hasFailed || isContextChanged || page.isClosed()) return context.close()
      let next = visitor as Known
      try {
        await page.goto(restingPlace)
        await page.evaluate('localStorage.clear(); sessionStorage.clear()')
        await context.clearCookies()
        await page.mouse.move(0, 0)
        if (isPageChanged) {
          await page.close()
          next = await enter(context, key)
        }
        next.faults.length = 0
      } catch {
        // A scene may have stopped the platform.
        return context.close()
      }
      resting.set(key, [...(resting.get(key) ?? []), next])
    },
  }
}
