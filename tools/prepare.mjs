/**
 * Prepares a clone for running: installs the packages and the pinned Node, builds server and client.
 *
 * Runs on the machine's own Node (20 or later), so it is plain JavaScript without dependencies. Everything else runs on
 * the Node version that the lockfile pins.
 */

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Path of the pinned Node. */
export const node = join(root, 'node_modules', 'node', 'bin', 'node')

const installStamp = join(root, 'node_modules', '.sonde-installed')

const say = (line) => process.stdout.write(`${line}\n`)

/**
 * Runs a program. Its output is shown, or passed to `onOutput` in chunks. Rejects if the program fails or exceeds
 * `minutes`: then it is stopped with a signal first, so that a test runner can name the current test, and then killed;
 * the error has `isLate`.
 */
export function run(command, args, { onOutput, minutes, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, cwd: root, ...options })
    for (const stream of onOutput ? [child.stdout, child.stderr] : []) stream.on('data', onOutput)
    const timers = []
    let isLate = false
    if (minutes !== undefined) {
      const stop = () => {
        isLate = true
        child.kill('SIGINT')
        timers.push(setTimeout(() => child.kill('SIGKILL'), stopGraceMs))
      }
      timers.push(setTimeout(stop, minutes * 60_000))
    }
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer)
      const end = isLate ? `did not end within ${minutes} minutes` : `ended with ${signal ?? `code ${code}`}`
      if (code === 0 && !isLate) resolve()
      else {
        const error = new Error(`${[command, ...args].join(' ').slice(0, commandMax)} ${end}`)
        reject(Object.assign(error, { isLate }))
      }
    })
  })
}

/** Time from the stop signal until a program is killed, ms. */
const stopGraceMs = 10_000

/** Maximum characters of a command in a message, because some commands list a hundred files. */
const commandMax = 200

/** Environment in which the pinned Node and the installed tools come first in PATH, and compiled code is cached. */
export const environment = () => ({
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'sonde'),
  PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
})

const digest = (texts) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Attempts for downloads, with a pause between them, because networks fail temporarily. */
const triesMax = 3
const pauseMs = 10_000

/** Runs `install` until it succeeds, up to three times. Throws its last error. `what`: name for the log lines. */
export async function tryAgain(what, install) {
  for (let left = triesMax - 1; ; left--) {
    try {
      return await install()
    } catch (error) {
      if (left === 0) throw error
      say(`${what} could not be installed (${error.message}). Next try in ${pauseMs / 1000} s …`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Installs the packages of the lockfile if it has changed since the last installation. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Sonde needs Node 20 or later to start; this is ${process.version}. Install a newer Node.`)
  }
  const wanted = digest([read(join(root, 'package-lock.json'))])
  if (existsSync(node) && read(installStamp) === wanted) return
  say('Installing packages (only when they change) …')
  // Not `npm ci`: it fails if a registry lacks an optional binary for another system. The lockfile pins the versions
  // anyway.
  await tryAgain('The packages', () =>
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: { ...process.env, NODE_ENV: '' },
    }),
  )
  if (!existsSync(node)) {
    // A package manager that blocks install scripts omits the runtime's binary; the package's own script downloads it.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: dirname(dirname(node)), stdio: 'inherit' })
  }
  if (!existsSync(node)) {
    throw new Error('The pinned Node was not installed. Allow install scripts of the package "node" and start again.')
  }
  writeFileSync(installStamp, wanted)
}

/** Names, sizes and modification times of all files in the folders: enough to detect edits. */
function fingerprint(folders) {
  const lines = []
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else {
        const { size, mtimeMs } = statSync(path)
        lines.push(`${path}:${size}:${mtimeMs}`)
      }
    }
  }
  for (const folder of folders) walk(join(root, folder))
  return digest([...lines.sort(), read(join(root, 'package-lock.json'))])
}

/** Runs a build if its sources have changed since the last one. `what`: name for the log line. */
async function ensureBuilt({ what, name, sources, args }) {
  const folder = join(root, 'packages', name)
  const stamp = join(folder, 'dist', '.sonde-built')
  const wanted = fingerprint([`packages/${name}`, ...sources])
  if (read(stamp) === wanted) return
  say(`Building ${what} (only when it changes) …`)
  await run(node, args, { cwd: folder, env: environment() })
  writeFileSync(stamp, wanted)
}

/** Builds the server's bundle if its sources have changed since the last build. Takes a second or two. */
export const ensureServerBuilt = () =>
  ensureBuilt({
    what: 'the server',
    name: 'server',
    sources: ['packages/model/src'],
    args: ['build/build-server.ts'],
  })

/** Builds server and web client if their sources have changed since the last build. */
export async function ensureAllBuilt() {
  await ensureServerBuilt()
  await ensureBuilt({
    what: 'the web client',
    name: 'web',
    sources: ['packages/client/src', 'packages/model/src'],
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
  })
}

const { nodeFlags, env: runtimeEnv } = JSON.parse(read(join(root, 'tools', 'runtime.json')))

/** Programs of the server in its bundle: one file each instead of a thousand, which halves the startup time. */
export const programs = {
  server: 'packages/server/dist/main.js',
  maintenance: 'packages/server/dist/maintenance-main.js',
}

/** Command line of the server process: `spawn(platform.command, platform.args, { env: platform.env, … })`. */
export const platform = (args, env = {}, program = programs.server) => ({
  command: node,
  args: [...nodeFlags, program, ...args],
  env: { ...environment(), ...runtimeEnv, ...env },
})

/** Prints the error's message without a stack trace and sets the exit code. */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
