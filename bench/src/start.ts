/** `npm start` with the demo: time to the first successful sign-in, and memory after some minutes. */

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { projectRoot, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const httpPort = 18_080
const base = `http://127.0.0.1:${httpPort}`
const rounds = 3

async function answersSignIn(): Promise<boolean> {
  try {
    const response = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"tenant@sonde.example","password":"sonde-tenant"}',
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Process id that listens on a loopback port, from /proc. */
function listenerOf(port: number): number {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((each) => each.trim().split(/\s+/)[1]?.endsWith(wanted) && each.trim().split(/\s+/)[3] === '0A')
  const inode = line?.trim().split(/\s+/)[9]
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
        if (readlinkSync(`/proc/${pid}/fd/${descriptor}`) === `socket:[${inode}]`) return Number(pid)
      }
    } catch {
      // A process that has ended, or one of another user.
    }
  }
  throw new Error(`Nothing listens on port ${port}`)
}

/** Resident memory of the process in bytes, from /proc. */
function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

async function startDemo(dataFolder: string) {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, SONDE_DATA: dataFolder, SONDE_HTTP_PORT: String(httpPort), SONDE_MQTT_PORT: '18883' },
  })
  child.stdout.resume()
  while (!(await answersSignIn())) await delay(5)
  const ms = performance.now() - started
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-(child.pid as number), 'SIGINT')
    await exited
    while (await portIsOpen()) await delay(50)
  }
  return { ms, stop }
}

const portIsOpen = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(httpPort, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export async function benchStart(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const dataFolder = temporaryFolder(t)
    const first = await startDemo(dataFolder)
    await first.stop()
    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const { ms, stop } = await startDemo(dataFolder)
      times.push(ms)
      await stop()
    }
    return [
      {
        what: '`npm start` to the first answered sign-in, second start',
        reference: '19 s',
        mustReach: '≤ 2 s',
        measured: `${(median(times) / 1000).toFixed(2)} s (first start, packages installed: ${(first.ms / 1000).toFixed(1)} s)`,
      },
    ]
  })
}

/** @param minutes how long the demo runs before its memory is read */
export async function benchMemory(minutes = 10): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const { stop } = await startDemo(temporaryFolder(t))
    t.after(stop)
    const pid = listenerOf(httpPort)
    let highest = 0
    const until = performance.now() + minutes * 60_000
    while (performance.now() < until) {
      highest = Math.max(highest, residentBytes(pid))
      await delay(1_000)
    }
    const now = residentBytes(pid)
    const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
    return [
      {
        what: `Memory of the process with the demo running for ${minutes} min`,
        reference: '1.0 GiB',
        mustReach: '≤ 256 MB',
        measured: `${mb(now)} (highest ${mb(highest)})`,
      },
    ]
  })
}
