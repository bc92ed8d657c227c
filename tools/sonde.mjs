/** `npm run sonde -- COMMAND`: backup, restore, check, compact, stats. See docs/operating.md. */

import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { ensureInstalled, ensureServerBuilt, fail, node, platform, programs, root } from './prepare.mjs'

try {
  // A platform that runs beside it comes first where both want the processor; the command inherits this.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await ensureInstalled()
  await ensureServerBuilt()
  const child = spawn(node, [programs.maintenance, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    // Files are named from where the command was given; npm says where that was.
    env: { ...platform([]).env, INIT_CWD: process.env.INIT_CWD || process.cwd() },
  })
  // The terminal signals the whole group; waiting here lets the command take back what it began.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
} catch (error) {
  fail(error)
}
