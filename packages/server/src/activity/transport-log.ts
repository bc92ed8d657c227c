/** Logger interface of the transports: debug lines for actions of devices, errors for faults of the environment. */

type LogLine = (fields: Record<string, unknown>, message: string) => void

/** Subset of pino's logger. */
export interface TransportLog {
  readonly debug: LogLine
  readonly error: LogLine
}

/** The error's message without a stack, for debug lines. */
export const whyOf = (error: unknown): string | undefined =>
  error === undefined ? undefined : error instanceof Error ? error.message : String(error)
