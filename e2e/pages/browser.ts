/**
 * System Chromium for tests, driven by playwright-core. Uses its headless shell if installed: the same engine without
 * windows, toolbars and services, for half of the CPU time.
 */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { CleanUp } from '../platform/start-platform.ts'

const shell = '/usr/bin/chromium-headless-shell'

/** Complete browser, as users have it: for measurements. */
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
      // As in the whole browser: frames of other origins can't stop the page.
      '--site-per-process',
      // No page lives long enough to earn back what optimizing its code costs: a fifth of the CPU time of these tests.
      ...(executablePath === shell ? ['--js-flags=--no-turbofan'] : []),
    ],
  })
}

let held: Promise<Browser> | undefined
let holders = 0

/** Browser shared by the process; its last user closes it. If it ended, a new one is started. */
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
