/** Starts the server as a separate process on free ports, for tests that use it like a client. */

import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@sonde/model/transports/transports'
import { ensureServerBuilt, programs } from '../../tools/prepare.mjs'
import runtime from '../../tools/runtime.json' with { type: 'json' }

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

// Ensures that a single test uses the present sources, not the last build.
await ensureServerBuilt()

const platformCommand = [process.execPath, ...runtime.nodeFlags, join(projectRoot, programs.server)]
/** Program of `npm run sonde`. */
export const maintenanceProgram = join(projectRoot, programs.maintenance)

/** Address used in the recordings. */
export const administrator = { email: 'sysadmin@thingsboard.org', password: 'a-long-enough-password' }

export interface Platform {
  readonly baseUrl: string
  readonly mqttPort: number
  readonly dataFolder: string
  readonly pid: number
  /** Resolves with the exit code when the process has ended for any reason. */
  readonly ended: Promise<number | null>
  /** Complete output, for messages of failed tests. */
  output(): string
  /** Stops the server gracefully. Resolves with the exit code. */
  stop(): Promise<number | null>
  /** Kills the process. */
  kill(): Promise<void>
}

export interface PlatformOptions {
  readonly dataFolder?: string
  readonly env?: Readonly<Record<string, string>>
  /** Command prefix: `['strace', …]`. */
  readonly wrapper?: readonly string[]
}

/** Clean-up interface of a test runner; implemented by the context of `node:test`, with the optional fields. */
export interface CleanUp {
  after(fn: () => unknown): void
  readonly name?: string
  readonly passed?: boolean
}

const startMsMax = 60_000

/** Creates a data folder that is removed after the test. */
export function temporaryFolder(t: CleanUp): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the server and waits until it responds. Rejects with its output if it doesn't. */
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
      // Keeps the demo from adding alarms and usage to those of a test.
      SONDE_DEMO_STORY: 'false',
      // Keeps the server from adding assets to those of a test.
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
    // Without this, a server started by a wrapper would outlive it.
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

/** End of a server's log, for analyzing a failed test. */
export const lastLines = (output: string): string =>
  output
    .trim()
    .split('\n')
    .slice(-lastLinesMax)
    .map((line) => line.slice(0, lineMax))
    .join('\n') || 'It wrote nothing.'
const lastLinesMax = 30
/** Maximum characters of a line. */
const lineMax = 300

/** Adds the log to the file that the test command prints with the failures. */
function noteLog(testName: string, output: string): void {
  const text = `Log of the server of "${testName}", its last lines:\n${lastLines(output)}\n`
  const { SONDE_TEST_LOGS: file } = process.env
  if (file) appendFileSync(file, text)
  else process.stderr.write(text)
}

/** Runs the server until it exits; for starts that must fail. */
export async function runToExit(
  options: PlatformOptions & { dataFolder: string },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, platformCommand.slice(1), {
    cwd: projectRoot,
    // A server that starts anyway is killed, which the exit code shows.
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

/** Exit code and output of a process. */
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
