/** Checks for a newer version. Only enabled if the operator sets a URL. */

import type { UpdateMessage } from '@sonde/model/admin-settings/admin-settings'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Egress } from '../egress/egress.ts'

/** Time for which a response is cached. */
export const updateCheckMs = 60 * 60 * 1000

export interface UpdateCheckDeps {
  readonly version: string
  /** Value of `SONDE_UPDATE_URL`. Null: disabled. */
  readonly updateUrl: string | null
  readonly egress: Pick<Egress, 'request'>
  readonly clock: Clock
  readonly log: Logger
}

export type UpdateCheck = () => Promise<UpdateMessage>

export function createUpdateCheck({ version, updateUrl, egress, clock, log }: UpdateCheckDeps): UpdateCheck {
  let known: { readonly atMs: number; readonly message: UpdateMessage } | null = null

  async function ask(url: string): Promise<UpdateMessage> {
    try {
      const { status, text } = await egress.request(url)
      const latest = (JSON.parse(text) as { readonly version?: unknown }).version
      if (status !== 200 || typeof latest !== 'string' || !/^\d+(\.\d+){0,3}/.test(latest)) {
        throw new Error(`${url} answered ${status} without a version.`)
      }
      return isNewer(latest, version)
        ? { message: `Version ${latest} is available. Version ${version} is installed.`, updateAvailable: true }
        : { message: `Version ${version} is installed and up to date.`, updateAvailable: false }
    } catch (error) {
      log.warn({ err: error }, 'The update check failed.')
      return { message: `Version ${version} is installed. The update check failed.`, updateAvailable: false }
    }
  }

  return async () => {
    if (updateUrl === null) {
      return { message: `Version ${version} is installed. Update checks are off.`, updateAvailable: false }
    }
    const nowMs = clock.nowMs()
    if (known && nowMs - known.atMs < updateCheckMs) return known.message
    const message = await ask(updateUrl)
    known = { atMs: nowMs, message }
    return message
  }
}

/** Compares version numbers. Suffixes after a hyphen are ignored. */
function isNewer(latest: string, installed: string): boolean {
  const numbers = (text: string) => (text.split(/[-+]/, 1)[0] ?? '').split('.').map(Number)
  const [theirs, ours] = [numbers(latest), numbers(installed)]
  for (let i = 0; i < Math.max(theirs.length, ours.length); i++) {
    const difference = (theirs[i] || 0) - (ours[i] || 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
