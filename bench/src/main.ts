/**
 * `npm run bench`: runs the benchmarks of docs/benchmarks.md. `npm run bench -- ingest live` runs some of them;
 * `--write` updates the document.
 */

import { benchBackup } from './backup.ts'
import { benchBundle } from './bundle.ts'
import { benchDashboards } from './dashboards.ts'
import { benchDroppedSockets } from './dropped-sockets.ts'
import { benchEntities } from './entities.ts'
import { benchFairness } from './fairness.ts'
import { benchFilled } from './filled.ts'
import { benchIngest } from './ingest.ts'
import { benchLive } from './live.ts'
import { benchManySeries } from './many-series.ts'
import { benchOverload } from './overload.ts'
import { benchPages } from './pages.ts'
import { benchQueries } from './queries.ts'
import { benchReads } from './reads.ts'
import { machine, print, type Row, write } from './report.ts'
import { benchSeries } from './series.ts'
import { benchSlowPhone } from './slow-phone.ts'
import { benchSockets } from './sockets.ts'
import { benchMemory, benchStart } from './start.ts'
import { benchStorm } from './storm.ts'
import { benchTitles } from './titles.ts'

const benchmarks: Readonly<Record<string, () => Promise<Row[]>>> = {
  ingest: benchIngest,
  live: benchLive,
  sockets: benchSockets,
  'dropped-sockets': benchDroppedSockets,
  storm: benchStorm,
  overload: benchOverload,
  fairness: benchFairness,
  entities: benchEntities,
  titles: benchTitles,
  queries: benchQueries,
  dashboards: benchDashboards,
  backup: benchBackup,
  filled: benchFilled,
  reads: benchReads,
  series: benchSeries,
  start: benchStart,
  'many-series': benchManySeries,
  memory: benchMemory,
  bundle: benchBundle,
  pages: benchPages,
  'slow-phone': benchSlowPhone,
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
for (const name of names) {
  if (!(name in benchmarks)) {
    process.stderr.write(`No benchmark ${name}. There are: ${Object.keys(benchmarks).join(', ')}.\n`)
    process.exit(1)
  }
}
process.stdout.write(`${machine()}\n`)
for (const [name, measure] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue
  const rows = await measure()
  print(rows)
  if (process.argv.includes('--write')) write(name, rows)
}
