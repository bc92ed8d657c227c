/**
 * Chromium for tests: the system's, driven by playwright-core. Its headless shell where there is one: the same engine
 * without the windows, bars and services of a browser that nobody sees, for half of the processor's time.
 */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { CleanUp } from '../platform/start-platform.ts'

const shell = '/usr/bin/chromium-headless-shell'

/** The whole browser, as users have it: for figures. */
export const wholeBrowser = '/usr/bin/chromium'

export function launchBrowser(executablePath = existsSync(shell) ? shell : wholeBrowser): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.SONDE_CHROMIUM ?? executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--in-process-gpu',
    ],
  })
}

let held: Promise<Browser> | undefined
let holders = 0

/** The browser of this process; who comes last closes it. One that ended has a successor. */
export async function holdBrowser(t: CleanUp): Promise<Browser> {
  holders++
  t.after(async () => {
    holders--
    if (holders > 0) return
    const last = held
    held = undefined
    await (await last)?.close()
  })
  if (!(await held)?.isConnected()) held = launchBrowser()
  return held as Promise<Browser>
}
