/**
 * `check`: verifies that the stored data is what was written. Read-only; works on a stopped and on a running store.
 *
 * The structure of the database is checked first. If it is damaged, the rest may be unreadable, but is still checked.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { Stopped, throwIfStopped } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import type { Breathe, CheckArea } from '../storage/store-maintenance.ts'
import { createReport, type Report } from './check-report.ts'
import { checkPackages } from './package-parts.ts'

export interface CheckOptions {
  readonly dataFolder: string
  readonly signal?: AbortSignal
  readonly progress?: (what: string, done: number, all: number) => void
}

/** Throws `MaintenanceError` if there is no store or if it has another schema. */
export async function checkStore({ dataFolder, signal, progress }: CheckOptions): Promise<Report> {
  const store = storeMaintenance.open(dataFolder)
  try {
    const report = createReport()
    const breathe: Breathe = async (what, done, all) => {
      progress?.(what, done, all)
      await turn()
      throwIfStopped(signal)
    }
    const areas: readonly CheckArea[] = [
      ...store.checks(report, breathe),
      ['Packages', () => checkPackages(store.relational, dataFolder, report, breathe)],
    ]
    for (const [name, look] of areas) {
      await breathe(name.toLowerCase(), 0, 0)
      try {
        await look()
      } catch (error) {
        if (error instanceof Stopped) throw error
        report.found('Tables that are only partly readable', `${name}: ${(error as Error).message}`)
      }
    }
    return report
  } finally {
    store.close()
  }
}
