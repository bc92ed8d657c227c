/** `npm run server`: the platform alone, without the demo unless SONDE_DEMO says so. */

import { spawn } from 'node:child_process'
import { ensureInstalled, ensureWebBuilt, environment, fail, node } from './prepare.mjs'

try {
  await ensureInstalled()
  await ensureWebBuilt()
  const child = spawn(node, ['packages/server/src/main.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: environment(),
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
} catch (error) {
  fail(error)
}
