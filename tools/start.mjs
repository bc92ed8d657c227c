/**
 * `npm start`: the server with a demo tenant, and a simulated plant that sends to it.
 *
 * With SONDE_DEMO=false only the server starts. Ctrl+C stops the plant first, then the server.
 */

import { spawn } from 'node:child_process'
import { ensureAllBuilt, ensureInstalled, environment, fail, node, platform, root } from './prepare.mjs'

const demoSetting = process.env.SONDE_DEMO || 'true'
const demo = /^(true|1|yes|on)$/i.test(demoSetting)

const exited = (child) =>
  new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))))

try {
  await ensureInstalled()
  await ensureAllBuilt()

  const { command, args, env } = platform(process.argv.slice(2), { SONDE_DEMO: demoSetting })
  const server = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Separate process group: Ctrl+C reaches only this process, which stops the two in order.
    detached: true,
  })
  let plant
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    if (plant && plant.exitCode === null) {
      plant.once('exit', () => server.kill('SIGTERM'))
      plant.kill('SIGTERM')
    } else server.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)

  server.on('message', (message) => {
    if (!demo || message?.kind !== 'ready') return
    plant = spawn(node, ['packages/simulator/src/main.ts', '--plant', '--base', message.httpUrl], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment(),
      detached: true,
    })
    plant.on('exit', (code) => {
      if (!stopping && code !== 0) process.stderr.write('The simulated plant stopped; the platform goes on.\n')
    })
  })
  process.exitCode = await exited(server)
  if (plant && plant.exitCode === null) plant.kill('SIGTERM')
} catch (error) {
  fail(error)
}
