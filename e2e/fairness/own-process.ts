/**
 * Runs a file of this folder in a separate process: a probe in the event loop of a load would measure that load, and a
 * load in the event loop of the test would be slowed down.
 *
 * The file calls `serve` with its functions; the test starts it with `startOwnProcess` and calls them by name.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CleanUp } from '../platform/start-platform.ts'

/**
 * Loads get a lower CPU priority than the server, because real ones run on other machines. The server and the probe get
 * a higher priority than other programs, if permitted (as root), so that those don't affect the measurement.
 */
const niceness = { load: 10, probe: -10 } as const
const mayGoFirst = process.getuid?.() === 0

/** Command prefix that sets the priority of a load, or of the measured processes. */
export const asKind = (kind: keyof typeof niceness): string[] =>
  kind === 'load' || mayGoFirst ? ['nice', '-n', String(niceness[kind])] : []

interface Answer {
  readonly ask: number
  readonly value?: unknown
  readonly error?: string
}

export interface OwnProcess {
  /** Calls the function of this name in the process. Rejects with its error, or if the process has ended. */
  ask<T>(name: string, argument?: unknown): Promise<T>
  /** Stops the process. Also called at the end of the test. */
  stop(): Promise<void>
}

/** `file` is relative to this folder. A load has a lower CPU priority than the server; a probe doesn't. */
export function startOwnProcess(t: CleanUp, file: string, kind: 'load' | 'probe'): OwnProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const command = [process.execPath, '--max-semi-space-size=32', path]
  const [program = '', ...args] = [...asKind(kind), ...command]
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let asks = 0
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error(`${file} ended before it answered.`))
      waiting.clear()
      resolve()
    })
  })
  child.on('message', ({ ask, value, error }: Answer) => {
    const one = waiting.get(ask)
    waiting.delete(ask)
    if (error === undefined) one?.resolve(value)
    else one?.reject(new Error(error))
  })
  async function stop() {
    child.kill('SIGKILL')
    await exit
  }
  t.after(stop)
  return {
    ask: <T>(name: string, argument?: unknown) =>
      new Promise<T>((resolve, reject) => {
        const ask = ++asks
        waiting.set(ask, { resolve: resolve as (value: unknown) => void, reject })
        child.send({ ask, name, argument }, (error) => {
          if (!error) return
          waiting.delete(ask)
          reject(error)
        })
      }),
    stop,
  }
}

/** Serves the calls of the test by name, in the process started by `startOwnProcess`. */
export function serve(calls: Readonly<Record<string, (argument: never) => unknown>>): void {
  process.on('message', async ({ ask, name, argument }: { ask: number; name: string; argument: never }) => {
    let answer: Answer
    try {
      answer = { ask, value: await calls[name]?.(argument) }
    } catch (error) {
      answer = { ask, error: (error as Error).stack ?? String(error) }
    }
    process.send?.(answer)
  })
  process.once('disconnect', () => process.exit())
}
