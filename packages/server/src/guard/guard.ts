/**
 * The last guard: what becomes of an exception that nobody catches.
 *
 * It ends what it belongs to (work.ts), is counted by part and logged with its stack; the log bounds its lines per
 * minute. Everybody else goes on. Only where the store itself is in doubt the process ends: what is on disk is whole, and
 * the next start reads it; what this process believes about it may not be.
 */

import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { currentWork, type GuardedPart, resetContexts, type Work } from './work.ts'

const parts: readonly GuardedPart[] = ['request', 'live connection', 'device connection', 'message', 'job', 'other']

/** What of a part is ended, for the log. */
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
  /** Ends what the exception belongs to; may be called when it has ended already. */
  end(error: unknown): void
  /** For the log. */
  readonly fields?: () => Readonly<Record<string, unknown>>
}

export interface Guard {
  /** What is to be ended when an exception comes out of it. */
  work(parts: WorkParts): Work
  /** Runs what must not keep its caller from going on; what it throws ends the work. */
  attempt(run: () => void, work?: Work): void
  /** An exception of a work, or one of which nobody knows where it belongs. */
  uncaught(error: unknown, work?: Work): void
  /** The store and what is in memory may differ: the process ends. */
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
  // Each exists from the start, so that an alert on them has a first value.
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

/** Hands everything that came to the process to the guard. Called when the server has started: before that, it ends. */
export function guardProcess(guard: Guard, process: Pick<NodeJS.Process, 'on'>): void {
  // A rejected promise that nobody waits for comes here too.
  process.on('uncaughtException', (error) => {
    guard.uncaught(error)
    resetContexts()
  })
}

/** For parts without a platform: nothing is kept from its caller. */
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
