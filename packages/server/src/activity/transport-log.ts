/** The log as transports use it: debug lines that say which device did what, errors for the world's faults. */

type LogLine = (fields: Record<string, unknown>, message: string) => void

/** A part of pino's logger. */
export interface TransportLog {
  readonly debug: LogLine
  readonly error: LogLine
}

/** The message of an error: a debug line needs no stack. */
export const whyOf = (error: unknown): string | undefined =>
  error === undefined ? undefined : error instanceof Error ? error.message : String(error)
