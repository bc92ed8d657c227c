/**
 * The one way in which anything changes: commit, then tell.
 *
 * A commit writes messages, outcomes and changes in one transaction. When it is on disk, what changed goes to the
 * live hub and the messages go to the engine, in the order of the journal.
 *
 * Pressure: while more is on its way than the bounds allow, `isSaturated` is true and transports stop reading from
 * their sockets; `whenRelieved` resolves when they may go on. Nothing that was accepted is dropped.
 */

import type { LiveHub } from '../live/live-hub.ts'
import type { Storage, Transaction, TransactionResult } from '../storage/storage.ts'
import type { JournalledMessage } from './message.ts'

/** Messages between acceptance and their outcome at which transports pause, and at which they go on. */
export const inFlightMessagesMax = 20_000
export const inFlightMessagesRelief = 10_000

export interface Commit {
  (transaction: Transaction): Promise<TransactionResult>
  readonly isSaturated: boolean
  whenRelieved(): Promise<void>
  /** Messages accepted and not yet done. */
  readonly inFlight: number
}

export interface CommitParts {
  readonly storage: Pick<Storage, 'transact'>
  readonly live: Pick<LiveHub, 'publish'>
  /** Takes journalled messages, in order. */
  readonly accept: (messages: readonly JournalledMessage[]) => void
}

export function createCommit({ storage, live, accept }: CommitParts): Commit {
  let inFlight = 0
  let waiting: (() => void)[] = []

  async function commit(transaction: Transaction): Promise<TransactionResult> {
    const { messages, done, points, attributes, changes } = transaction
    if (messages) inFlight += messages.length
    let result: TransactionResult
    try {
      result = await storage.transact(transaction)
    } catch (error) {
      if (messages) settle(messages.length)
      throw error
    }
    if (points?.length || attributes?.length || changes?.length) {
      live.publish({ points: points ?? [], attributes: attributes ?? [], changes: changes ?? [] })
    }
    if (result.messages.length > 0) accept(result.messages)
    if (done) settle(done.length)
    return result
  }

  function settle(count: number) {
    inFlight = Math.max(0, inFlight - count)
    if (inFlight <= inFlightMessagesRelief && waiting.length > 0) {
      const resolved = waiting
      waiting = []
      for (const resolve of resolved) resolve()
    }
  }

  return Object.defineProperties(commit, {
    isSaturated: { get: () => inFlight >= inFlightMessagesMax },
    inFlight: { get: () => inFlight },
    whenRelieved: {
      value: () =>
        inFlight <= inFlightMessagesRelief ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
    },
  }) as Commit
}
