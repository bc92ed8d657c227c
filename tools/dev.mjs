/**
 * `npm run dev`: runs the server and the page from their sources. Saving a file restarts the server or updates the
 * page.
 *
 * vite serves the page and forwards API calls and sockets to the server. The data folder is `data-dev` unless
 * SONDE_DATA is set. Ctrl+C stops both. `node --watch` isn't used, because its import reports reach the message ports
 * of the server's workers.
 */

import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, environment, fail, node, platform, root } from './prepare.mjs'

/** Debounce in ms: several files saved by an editor cause a single restart. */
const quietMs = 150
/** Time after which a server that hasn't stopped is killed, ms; data of a development store may be lost. */
const stopMsMax = 5_000

// Separate process groups: Ctrl+C reaches only this process, which stops both children and waits for them.
const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true }
const isRunning = (child) => child.exitCode === null && child.signalCode === null

async function stopped(child) {
  if (!isRunning(child)) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
  await exit
  clearTimeout(timer)
}

/**
 * Starts the server and restarts it after each change of its sources; after a failed start it waits for the next
 * change.
 */
function watchServer(httpPort) {
  const settings = {
    SONDE_DATA: process.env.SONDE_DATA || 'data-dev',
    SONDE_DEMO: process.env.SONDE_DEMO || 'true',
    SONDE_HTTP_PORT: httpPort,
  }
  const { command, args, env } = platform(process.argv.slice(2), settings, 'packages/server/src/main.ts')
  const start = () => spawn(command, args, { ...options, env })
  let server = start()
  let restarts = Promise.resolve()
  let timer
  const changed = (_, file) => {
    if (!file?.endsWith('.ts') || /testing|\.test\.ts$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarts = restarts.then(async () => {
        process.stdout.write(`\n${file} changed: the server restarts.\n`)
        await stopped(server)
        server = start()
      })
    }, quietMs)
  }
  const watchers = ['model', 'server'].map((name) =>
    watch(join(root, 'packages', name, 'src'), { recursive: true }, changed),
  )
  return async () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
    await restarts
    await stopped(server)
  }
}

try {
  await ensureInstalled()
  const httpPort = process.env.SONDE_HTTP_PORT || '8080'
  const page = spawn(node, [join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'], {
    ...options,
    cwd: join(root, 'packages/web'),
    env: { ...environment(), SONDE_DEV_SERVER: `http://127.0.0.1:${httpPort}` },
  })
  const stopServer = watchServer(httpPort)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
    page.on('exit', (code) => {
      process.exitCode = code ?? 0
      resolve()
    })
  })
  await Promise.all([stopServer(), stopped(page)])
} catch (error) {
  fail(error)
}
