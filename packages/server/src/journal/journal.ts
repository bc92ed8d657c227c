/**
 * The journal holds messages from their acceptance until their outcome is stored.
 *
 * - Acceptance is durable: `append` resolves when the messages and the rest of their transaction are on disk.
 * - An outcome and the mark that its messages are done are one commit. A message is done exactly once.
 * - Positions follow the order of commits, so messages of one originator keep the order in which they were sent.
 * - Messages that aren't done when the process ends are taken again at the next start, oldest first.
 *
 * The caller of `append` gets the journaled messages in its result. `journal.test.ts` specifies the guarantees of every
 * implementation.
 */

import type { JournalledMessage } from '../messages/message.ts'
import type { Storage, Transaction, TransactionResult } from '../storage/storage.ts'

/** A transaction with the outcome of messages. */
export interface OutcomeTransaction extends Transaction {
  readonly done: readonly number[]
}

export interface Journal {
  /**
   * Accepts the messages of a transaction. Atomic: everything is stored, or the promise rejects and nothing is stored.
   */
  append(transaction: Transaction): Promise<TransactionResult>
  /** Messages left undone by earlier processes, in order. Called once, at start. */
  take(): Promise<readonly JournalledMessage[]>
  /** Stores the outcome of messages. Messages caused by them are appended in the same commit. */
  done(outcome: OutcomeTransaction): Promise<TransactionResult>
  /** Messages that are not done. */
  readonly lag: number
}

/** The journal inside the store: messages and outcomes are part of the store's own transactions. */
export const createStoreJournal = (storage: Pick<Storage, 'transact' | 'recover' | 'journalLag'>): Journal => ({
  append: storage.transact,
  take: storage.recover,
  done: storage.transact,
  get lag() {
    return storage.journalLag
  },
})

const isOutcome = (transaction: Transaction): transaction is OutcomeTransaction => transaction.done !== undefined

/** Routes transactions through the journal: outcomes to `done`, all others to `append`. */
export const throughJournal = ({ append, done }: Pick<Journal, 'append' | 'done'>): Pick<Storage, 'transact'> => ({
  transact: (transaction) => (isOutcome(transaction) ? done(transaction) : append(transaction)),
})
