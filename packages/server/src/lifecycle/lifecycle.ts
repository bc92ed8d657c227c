/**
 * The parts of the server that start or stop: each registers once, where it is created. They start in the order in
 * which they were added and stop in reverse, so that every part can rely on those before it.
 */

import type { Logger } from 'pino'

export interface Part {
  /** For the log. */
  readonly name: string
  start?(): unknown
  /** Also called when the server stops before this part has started. */
  stop?(): unknown
}

export interface Lifecycle {
  add(part: Part): void
  /** Throws what a part throws; the parts after it are not started then. */
  start(): Promise<void>
  /** A part that fails does not keep the others from stopping; its error is thrown at the end. Works once. */
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
