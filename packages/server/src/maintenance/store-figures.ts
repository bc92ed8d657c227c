/**
 * `stats`: size of the store and its largest tables. Reads all pages of the database once. `/metrics` has the same
 * values from cheaper sources (metrics/store-metrics.ts).
 */

import { storeMaintenance } from '../storage/open-storage.ts'
import type { StoreFigures } from '../storage/store-maintenance.ts'
import { bytesText, countText, durationText } from './amounts.ts'

export function readStoreFigures(dataFolder: string, nowMs: number): StoreFigures {
  const store = storeMaintenance.open(dataFolder)
  try {
    return store.figures(nowMs)
  } finally {
    store.close()
  }
}

const tablesShown = 12

/** Formats the values as lines of two columns. */
export function figuresText(figures: StoreFigures): string {
  const { journal, tables } = figures
  const rows: [string, string][] = [
    ['Data points', `${countText(figures.points)} in ${countText(figures.series)} series`],
    ['  not yet in chunks', countText(figures.hotPoints)],
    ['Chunks', `${countText(figures.chunks)}, ${figures.pointsPerChunk.toFixed(0)} points each`],
    ['Bytes per point', figures.bytesPerPoint.toFixed(2)],
    ['Journal', `${countText(journal.messages)} messages, ${bytesText(journal.bytes)}`],
    ['  unprocessed', journal.lag === 0 ? '0' : `${countText(journal.lag)}, for ${durationText(journal.lagMs)}`],
    ['Database', `${bytesText(figures.databaseBytes)}, ${bytesText(figures.freeBytes)} unused`],
    ['  write-ahead log', bytesText(figures.logBytes)],
    ['Disk', `${bytesText(figures.diskFreeBytes)} free`],
    ['Schema', String(figures.schemaVersion)],
    ['Largest tables', ''],
    ...tables.slice(0, tablesShown).map(({ name, bytes }): [string, string] => [`  ${name}`, bytesText(bytes)]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, value]) => `${name.padEnd(width)}${value}`.trimEnd()).join('\n')
}
