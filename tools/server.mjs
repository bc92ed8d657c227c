/** `npm run server`: starts only the server, without the demo unless SONDE_DEMO is set. */

import { spawn } from 'node:child_process'
import { ensureAllBuilt, ensureInstalled, fail, platform, root } from './prepare.mjs'

try {
  await ensureInstalled()
  await ensureAllBuilt()
  const { command, args, env } = platform(process.argv.slice(2))
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
} catch (error) {
  fail(error)
}
