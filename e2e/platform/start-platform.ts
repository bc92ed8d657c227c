/** Starts the platform as its own process on free ports, for tests that meet it as a client does. */

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@sonde/model/transports/transports'
import { ensureServerBuilt, programs } from '../../tools/prepare.mjs'
import runtime from '../../tools/runtime.json' with { type: 'json' }

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

// A test that runs by itself meets the sources as they are, not as they were at the last build.
await ensureServerBuilt()

const platformCommand = [process.execPath, ...runtime.nodeFlags, join(projectRoot, programs.server)]
/** The program behind `npm run sonde`. */
export const maintenanceProgram = join(projectRoot, programs.maintenance)

/** The recordings name this address. */
export const administrator = { email: 'sysadmin@thingsboard.org', password: 'a-long-enough-password' }

export interface Platform {
  readonly baseUrl: string
  readonly mqttPort: number
  readonly dataFolder: string
  readonly pid: number
  /** Resolves with its exit code when it has ended, whatever ended it. */
  readonly ended: Promise<number | null>
  /** Everything that it wrote, for messages of failed tests. */
  output(): string
  /** Asks it to stop and waits. Resolves with the exit code. */
  stop(): Promise<number | null>
  /** Ends it without warning. */
  kill(): Promise<void>
}

export interface PlatformOptions {
  readonly dataFolder?: string
  readonly env?: Readonly<Record<string, string>>
  /** Put before the command: `['strace', …]`. */
  readonly wrapper?: readonly string[]
}

/** What a test runner offers for cleaning up; `node:test`'s context does, which has the rest too. */
export interface CleanUp {
  after(fn: () => unknown): void
  readonly name?: string
  readonly passed?: boolean
}

const startMsMax = 60_000

/** A data folder that is removed after the test. */
export function temporaryFolder(t: CleanUp): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the platform and waits until it answers. Rejects with its output when it does not. */
export async function startPlatform(t: CleanUp, options: PlatformOptions = {}): Promise<Platform> {
  const dataFolder = options.dataFolder ?? temporaryFolder(t)
  const [command = process.execPath, ...args] = [...(options.wrapper ?? []), ...platformCommand]
  const child: ChildProcess = spawn(command, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...runtime.env,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SONDE_DATA: dataFolder,
      SONDE_HTTP_PORT: '0',
      ...freePorts,
      SONDE_DEMO: 'false',
      // The demo's alarms and usage stay what a test made of them.
      SONDE_DEMO_STORY: 'false',
      // Lists of assets stay what a test made of them.
      SONDE_QUEUE_STATISTICS: 'false',
      SONDE_METRICS: 'local',
      SONDE_LOG_LEVEL: 'warn',
      SONDE_ADMIN_EMAIL: administrator.email,
      SONDE_ADMIN_PASSWORD: administrator.password,
      ...options.env,
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let pid: number | undefined
  t.after(async () => {
    if (t.passed === false) noteLog(t.name ?? '', output)
    // Behind a wrapper the platform would go on without it.
    if (pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    await exit
  })
  const ready = await new Promise<{ httpUrl: string; mqttPort: number; pid: number }>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The platform did not start in time:\n${output}`)), startMsMax)
    child.on('message', (message) => {
      const { kind } = message as { kind?: string }
      if (kind !== 'ready') return
      clearTimeout(timer)
      resolve(message as { httpUrl: string; mqttPort: number; pid: number })
    })
    void exit.then((code) => {
      clearTimeout(timer)
      reject(new Error(`The platform ended with code ${code}:\n${output}`))
    })
  })
  pid = ready.pid
  return {
    baseUrl: ready.httpUrl,
    mqttPort: ready.mqttPort,
    dataFolder,
    pid: ready.pid,
    ended: exit,
    output: () => output,
    stop: async () => {
      process.kill(ready.pid, 'SIGTERM')
      return exit
    },
    kill: async () => {
      process.kill(ready.pid, 'SIGKILL')
      await exit
    },
  }
}

/** Of a server's log, for who reads why a test failed. */
export const lastLines = (output: string): string =>
  output
    .trim()
    .split('\n')
    .slice(-lastLinesMax)
    .map((line) => line.slice(0, lineMax))
    .join('\n') || 'It wrote nothing.'
const lastLinesMax = 30
/** Characters. */
const lineMax = 300

/** For the end of the run, where the test command says what failed. */
function noteLog(testName: string, output: string): void {
  const text = `Log of the server of "${testName}", its last lines:\n${lastLines(output)}\n`
  const { SONDE_TEST_LOGS: file } = process.env
  if (file) appendFileSync(file, text)
  else process.stderr.write(text)
}

/** Runs the platform until it ends by itself; for starts that must be refused. */
export async function runToExit(
  options: PlatformOptions & { dataFolder: string },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, platformCommand.slice(1), {
    cwd: projectRoot,
    // One that starts after all is ended, and its exit code says so.
    timeout: startMsMax,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...runtime.env,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SONDE_DATA: options.dataFolder,
      SONDE_HTTP_PORT: '0',
      ...freePorts,
      ...options.env,
    },
  })
  return ended(child)
}

/** How a process ended, and what it said until then. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}
