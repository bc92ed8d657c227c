/** `npm run sonde -- COMMAND`: backup, restore, check, compact, stats. See docs/operating.md. */

import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { ensureInstalled, ensureServerBuilt, fail, node, platform, programs, root } from './prepare.mjs'

try {
  // Lower priority, so that a running server gets the CPU first; the command inherits it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await ensureInstalled()
  await ensureServerBuilt()
  const child = spawn(node, [programs.maintenance, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    // File arguments are relative to the folder where the command was called; npm passes it in INIT_CWD.
    env: { ...platform([]).env, INIT_CWD: process.env.INIT_CWD || process.cwd() },
  })
  // The terminal signals the whole process group; this process waits so that the command can roll back.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
} catch (error) {
  fail(error)
}
