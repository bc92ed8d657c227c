/** Bytes of JavaScript and CSS that a page loads, counted in Chromium. */

import type { launchBrowser } from '../../e2e/pages/browser.ts'

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>

/** Bytes of scripts and styles since the last call of `take`, as sent. */
export async function countLoads(page: Page): Promise<{ take(): number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength
  })
  return {
    take() {
      const taken = bytes
      bytes = 0
      return taken
    },
  }
}

export const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
