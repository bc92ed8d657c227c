/**
 * Brings a clone to the point where it can run: packages installed, the runtime there, client and server built.
 *
 * Runs under whatever Node the machine has (20 or later), so it is plain JavaScript without dependencies. Everything
 * else runs on the Node that the lockfile pins.
 */

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The pinned Node. */
export const node = join(root, 'node_modules', 'node', 'bin', 'node')

const installStamp = join(root, 'node_modules', '.sonde-installed')

const say = (line) => process.stdout.write(`${line}\n`)

/**
 * Runs a program. Its output is shown, or given to `onOutput` piece by piece. Rejects when it fails, and when it has not
 * ended after `minutes`: then it is asked to stop, which lets a test runner name what it was at, and ended; the error
 * has `isLate`.
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

/** What a program has to end after it was asked to, in ms. */
const stopGraceMs = 10_000

/** Of a command in a message, in characters: some name a hundred files. */
const commandMax = 200

/** An environment in which the pinned Node and the installed tools come first, and compiled sources are kept. */
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

/** What comes over a network is asked for so often, with a pause between the tries: networks have bad minutes. */
const triesMax = 3
const pauseMs = 10_000

/** Runs `install` until it does not throw, up to three times. Throws its last error. `what`: for the lines in between. */
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

/** Installs what the lockfile says when that has changed since the last time. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Sonde needs Node 20 or later to start; this is ${process.version}. Install a newer Node.`)
  }
  const wanted = digest([read(join(root, 'package-lock.json'))])
  if (existsSync(node) && read(installStamp) === wanted) return
  say('Installing packages (only when they change) …')
  // Not `npm ci`: it refuses when a registry lacks an optional binary of another system. Versions are the lockfile's.
  await tryAgain('The packages', () =>
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: { ...process.env, NODE_ENV: '' },
    }),
  )
  if (!existsSync(node)) {
    // A package manager that blocks install scripts leaves the runtime's binary out; its own script fetches it.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: dirname(dirname(node)), stdio: 'inherit' })
  }
  if (!existsSync(node)) {
    throw new Error('The pinned Node was not installed. Allow install scripts of the package "node" and start again.')
  }
  writeFileSync(installStamp, wanted)
}

/** Names, sizes and times of all files below the folders: enough to see that something was edited. */
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

/** Runs a build unless the sources are those of the last one. `what`: for the line that says so. */
async function ensureBuilt({ what, name, sources, args }) {
  const folder = join(root, 'packages', name)
  const stamp = join(folder, 'dist', '.sonde-built')
  const wanted = fingerprint([`packages/${name}`, ...sources])
  if (read(stamp) === wanted) return
  say(`Building ${what} (only when it changes) …`)
  await run(node, args, { cwd: folder, env: environment() })
  writeFileSync(stamp, wanted)
}

/** Builds the server's bundle when its sources differ from those of the last build. Takes a second or two. */
export const ensureServerBuilt = () =>
  ensureBuilt({
    what: 'the server',
    name: 'server',
    sources: ['packages/model/src'],
    args: ['build/build-server.ts'],
  })

/** Builds server and web client where their sources differ from those of the last build. */
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

/** The server's programs in its bundle: one file each, not a thousand, which halves what a start costs. */
export const programs = {
  server: 'packages/server/dist/main.js',
  maintenance: 'packages/server/dist/maintenance-main.js',
}

/** The platform's process: `spawn(platform.command, platform.args, { env: platform.env, … })`. */
export const platform = (args, env = {}, program = programs.server) => ({
  command: node,
  args: [...nodeFlags, program, ...args],
  env: { ...environment(), ...runtimeEnv, ...env },
})

/** Ends with one clear line instead of a stack. */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
