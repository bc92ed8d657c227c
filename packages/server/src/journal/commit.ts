/**
 * The one way in which anything changes: commit, then tell.
 *
 * A commit writes messages, outcomes and changes in one transaction. When it is on disk, what changed goes to the
 * live hub and the messages go to the engine, in the order of the journal.
 *
 * Pressure: while more is on its way than the bounds allow, `isSaturated` is true and transports stop reading from
 * their sockets; `whenRelieved` resolves when they may go on. Nothing that was accepted is dropped. While the store takes
 * no writes nobody is kept waiting: whoever comes is refused at once.
 */

import type { LiveHub } from '../live/live-hub.ts'
import { type Storage, StoreFailed, type Transaction, type TransactionResult } from '../storage/storage.ts'
import type { JournalledMessage, Message } from './message.ts'

/** Messages between acceptance and their outcome at which transports pause, and at which they go on. */
export const inFlightMessagesMax = 20_000
export const inFlightMessagesRelief = 10_000
/** The same for the characters of large messages; small ones are bounded by their number. */
export const inFlightCharactersMax = 8 * 1024 * 1024
export const inFlightCharactersRelief = 4 * 1024 * 1024
/** Characters from which on a message is large. */
export const largeMessageCharacters = 1024

export interface Commit {
  (transaction: Transaction): Promise<TransactionResult>
  readonly isSaturated: boolean
  whenRelieved(): Promise<void>
  /** Messages accepted and not yet done. */
  readonly inFlight: number
  /** Hands the engine what the last life left undone; it counts like everything else that is on its way. */
  resume(messages: readonly JournalledMessage[]): void
}

export interface CommitParts {
  readonly storage: Pick<Storage, 'transact'>
  readonly live: Pick<LiveHub, 'publish'>
  /** Takes journalled messages, in order. */
  readonly accept: (messages: readonly JournalledMessage[]) => void
}

export function createCommit({ storage, live, accept }: CommitParts): Commit {
  let inFlight = 0
  let largeCharacters = 0
  /** Characters of large messages in the journal, by position. */
  const large = new Map<number, number>()
  let waiting: (() => void)[] = []
  let isRefused = false

  async function commit(transaction: Transaction): Promise<TransactionResult> {
    const { messages, done, points, attributes, changes } = transaction
    const characters = messages ? charactersOfLarge(messages) : 0
    if (messages) inFlight += messages.length
    largeCharacters += characters
    let result: TransactionResult
    try {
      result = await storage.transact(transaction)
    } catch (error) {
      if (messages) settle(messages.length, characters)
      if (error instanceof StoreFailed) refusedBy(error)
      throw error
    }
    const { deletedLatest } = result
    if (points?.length || attributes?.length || changes?.length || deletedLatest?.length) {
      live.publish({
        ...(deletedLatest ? { deletedLatest } : {}),
        points: points ?? [],
        attributes: attributes ?? [],
        changes: changes ?? [],
      })
    }
    if (characters > 0) noteLarge(result.messages)
    if (result.messages.length > 0) accept(result.messages)
    if (done) settle(done.length, large.size > 0 ? charactersOfDone(done) : 0)
    return result
  }

  function noteLarge(messages: readonly JournalledMessage[]) {
    for (const { seq, message } of messages) if (isLarge(message)) large.set(seq, message.data.length)
  }

  function charactersOfDone(done: readonly number[]): number {
    let characters = 0
    for (const seq of done) {
      characters += large.get(seq) ?? 0
      large.delete(seq)
    }
    return characters
  }

  function settle(count: number, characters: number) {
    inFlight -= count
    largeCharacters -= characters
    if (waiting.length > 0 && isRelieved()) relieve()
  }

  function relieve() {
    const resolved = waiting
    waiting = []
    for (const resolve of resolved) resolve()
  }

  function refusedBy({ recovered }: StoreFailed) {
    if (isRefused) return
    isRefused = true
    relieve()
    void recovered?.then(() => {
      isRefused = false
    })
  }

  const isRelieved = () =>
    isRefused || (inFlight <= inFlightMessagesRelief && largeCharacters <= inFlightCharactersRelief)

  function resume(messages: readonly JournalledMessage[]) {
    inFlight += messages.length
    largeCharacters += charactersOfLarge(messages.map(({ message }) => message))
    noteLarge(messages)
    accept(messages)
  }

  return Object.defineProperties(commit, {
    isSaturated: {
      get: () => (inFlight >= inFlightMessagesMax || largeCharacters >= inFlightCharactersMax) && !isRefused,
    },
    inFlight: { get: () => inFlight },
    whenRelieved: {
      value: () => (isRelieved() ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    },
    resume: { value: resume },
  }) as Commit
}

const isLarge = ({ data }: Message) => data.length >= largeMessageCharacters

function charactersOfLarge(messages: readonly Message[]): number {
  let characters = 0
  for (const message of messages) if (isLarge(message)) characters += message.data.length
  return characters
}
