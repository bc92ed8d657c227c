/** `npm run sonde -- COMMAND`: maintenance of a data folder in a separate process. See docs/operating.md. */

import { readFileSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { ConfigError } from '../config/config.ts'
import { DataFolderError } from '../storage/data-folder.ts'
import { inWords, MaintenanceError, Stopped } from '../storage/maintenance-error.ts'
import { privateUmask } from '../storage/private-folder.ts'
import { runMaintenance } from './maintenance-command.ts'
import { createProgressLine } from './terminal.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

process.umask(privateUmask)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
// The reader of the output, such as `head`, closed the pipe.
process.stdout.on('error', () => stop.abort())

const progress = createProgressLine(process.stderr)

function lineOf(error: unknown): string {
  if (stop.signal.aborted || error instanceof Stopped) return 'Stopped. No files were left.'
  const worded = inWords(error, 'Reading', 'the store')
  const isForOperator = [MaintenanceError, ConfigError, DataFolderError].some((kind) => worded instanceof kind)
  return isForOperator ? (worded as Error).message : `This shouldn't happen: ${(error as Error).stack ?? error}`
}

try {
  process.exitCode = await runMaintenance({
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    // npm runs commands in the project folder, but relative file arguments refer to the folder of the caller.
    filesCwd: process.env.INIT_CWD || process.cwd(),
    version,
    clock: systemClock,
    signal: stop.signal,
    say: (text) => void process.stdout.write(`${text}\n`),
    progress,
  })
} catch (error) {
  progress.clear()
  process.stderr.write(`${lineOf(error)}\n`)
  process.exitCode = stop.signal.aborted ? 130 : 1
}
