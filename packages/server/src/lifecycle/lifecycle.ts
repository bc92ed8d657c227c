/**
 * Components of the server that start or stop. Each registers once, where it is created. They start in the order in
 * which they were added and stop in reverse order, so that each one can rely on those before it.
 */

import type { Logger } from 'pino'

export interface Part {
  /** Name in the log. */
  readonly name: string
  start?(): unknown
  /** Also called when the server stops before this part has started. */
  stop?(): unknown
}

export interface Lifecycle {
  add(part: Part): void
  /** Throws the error of a part. The parts after it aren't started then. */
  start(): Promise<void>
  /**
   * Stops all parts, even if some fail, and throws the first error at the end. Further calls return the same promise.
   */
  stop(): Promise<void>
}

export function createLifecycle(log: Pick<Logger, 'error'>): Lifecycle {
  const parts: Part[] = []
  let stopping: Promise<void> | null = null

  async function stopAll(): Promise<void> {
    const failures: unknown[] = []
    for (const part of parts.toReversed()) {
      try {
        await part.stop?.()
      } catch (error) {
        log.error({ err: error, part: part.name }, 'Failed to stop a part of the server.')
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (part) => void parts.push(part),
    async start() {
      for (const part of parts) await part.start?.()
    },
    stop() {
      stopping ??= stopAll()
      return stopping
    },
  }
}
