/**
 * Runs a file of this folder in a process of its own: a probe that shared its event loop with a load would measure the
 * load, and a load that shared it with the test would be none.
 *
 * The file calls `serve` with what it does; the test starts it with `startOwnProcess` and asks it once, or more often.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CleanUp } from '../platform/start-platform.ts'

/**
 * Loads yield to the server: real ones run on machines of their own. The server and the probe go before other programs
 * of the machine, where this may be said (as root): those are no part of what is measured.
 */
const niceness = { load: 10, probe: -10 } as const
const mayGoFirst = process.getuid?.() === 0

/** What is put before a command, so that it runs as a load or as what is measured. */
export const asKind = (kind: keyof typeof niceness): string[] =>
  kind === 'load' || mayGoFirst ? ['nice', '-n', String(niceness[kind])] : []

interface Answer {
  readonly ask: number
  readonly value?: unknown
  readonly error?: string
}

export interface OwnProcess {
  /** Runs the call of this name there. Rejects with what it threw, or when the process ended. */
  ask<T>(name: string, argument?: unknown): Promise<T>
  /** Ends it. Also done at the end of the test. */
  stop(): Promise<void>
}

/** `file` is relative to this folder. A load yields the processors to the server; a probe does not. */
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

/** Answers what the test asks for, by name; in the process that `startOwnProcess` starts. */
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
