/**
 * Last guard: handles exceptions that no other code catches.
 *
 * An exception ends the unit of work that it belongs to (work.ts). It is counted by part and logged with its stack; the
 * log limits its lines per minute. All other work continues. The process ends only when the state of the store is in
 * doubt: the data on disk is consistent and is read at the next start, but this process may hold a different state in
 * memory.
 */

import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { currentWork, type GuardedPart, resetContexts, type Work } from './work.ts'

const parts: readonly GuardedPart[] = ['request', 'live connection', 'device connection', 'message', 'job', 'other']

/** Log messages about what was ended, by part. */
const ended: Readonly<Record<GuardedPart, string>> = {
  request: 'An unexpected error ended a request.',
  'live connection': 'An unexpected error closed a live connection.',
  'device connection': 'An unexpected error closed the connection of a device.',
  message: 'An unexpected error ended the processing of a message.',
  job: 'An unexpected error ended a run of a periodic job.',
  other: 'An unexpected error was caught by the last guard.',
}

export interface WorkParts {
  readonly part: GuardedPart
  /** Ends the unit of work; may be called after it has already ended. */
  end(error: unknown): void
  /** Additional log fields. */
  readonly fields?: () => Readonly<Record<string, unknown>>
}

export interface Guard {
  /** Creates a unit of work, which ends when it has an uncaught exception. */
  work(parts: WorkParts): Work
  /** Runs code whose exceptions must not reach the caller; they end the unit of work. */
  attempt(run: () => void, work?: Work): void
  /** Handles an exception of a unit of work, or one that belongs to no known unit. */
  uncaught(error: unknown, work?: Work): void
  /** The store and the state in memory may differ: the process ends. */
  inDoubt(error: unknown): void
}

export interface GuardDeps {
  readonly log: Pick<Logger, 'error' | 'fatal'>
  readonly registry?: Registry
  /** Ends the process. */
  readonly end: () => void
}

export function createGuard({ log, registry, end: endProcess }: GuardDeps): Guard {
  const errors = new Counter({
    name: 'sonde_unexpected_errors_total',
    help: 'Errors that only the last guard caught, by what they ended',
    labelNames: ['part'],
    registers: registry ? [registry] : [],
  })
  // Each counter exists from the start, so that alerts have an initial value.
  for (const part of parts) errors.inc({ part }, 0)

  function note(part: GuardedPart, error: unknown, fields: Readonly<Record<string, unknown>> = {}) {
    errors.inc({ part })
    log.error({ ...fields, err: asError(error), part }, ended[part])
  }

  return guardWith(note, (error) => {
    log.fatal(
      { err: asError(error) },
      'The database and the memory of the server may differ. The server ends; start it again. Nothing acknowledged is lost.',
    )
    endProcess()
  })
}

type Note = (part: GuardedPart, error: unknown, fields?: Readonly<Record<string, unknown>>) => void

/** A guard that reports each exception to `note` and ends the work it belongs to. */
export function guardWith(note: Note, inDoubt: Guard['inDoubt']): Guard {
  function uncaught(error: unknown, work: Work | undefined = currentWork()) {
    if (work) work.failed(error)
    else note('other', error)
  }

  return {
    work: ({ part, end, fields }) => ({
      part,
      failed(error) {
        note(part, error, fields?.())
        try {
          end(error)
        } catch (second) {
          note(part, second)
        }
      },
    }),
    attempt(run, work) {
      try {
        run()
      } catch (error) {
        uncaught(error, work)
      }
    },
    uncaught,
    inDoubt,
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/**
 * Passes uncaught exceptions of the process to the guard. Called when the server has started; before that, an exception
 * ends the process.
 */
export function guardProcess(guard: Guard, process: Pick<NodeJS.Process, 'on'>): void {
  // Unhandled promise rejections arrive here too.
  process.on('uncaughtException', (error) => {
    guard.uncaught(error)
    resetContexts()
  })
}

/** For modules used without a server: exceptions reach the caller. */
export const noGuard: Guard = {
  work: ({ part }) => ({
    part,
    failed(error) {
      throw error
    },
  }),
  attempt: (run) => run(),
  uncaught(error) {
    throw error
  },
  inDoubt(error) {
    throw error
  },
}
