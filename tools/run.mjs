/** Runs one of the project's programs on the pinned Node: `node tools/run.mjs FILE [ARGUMENTS]`. */

import { spawn } from 'node:child_process'
import { ensureInstalled, environment, fail, node } from './prepare.mjs'

const [file, ...args] = process.argv.slice(2)
try {
  await ensureInstalled()
  const child = spawn(node, [file, ...args], { stdio: 'inherit', env: environment() })
  // The terminal signals the whole process group; this process waits so that the program can shut down properly.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
} catch (error) {
  fail(error)
}
