/**
 * The journal: messages from when they are accepted until their outcome is stored.
 *
 * - Accepted is durable: `append` resolves when the messages and all else in their transaction are on disk.
 * - An outcome and the mark that its messages are done are one commit. A message is done once.
 * - Positions follow the order of the commits, so messages of one originator keep the order in which they were sent.
 * - What is not done when a process ends is taken again, oldest first.
 *
 * Who appends messages takes them at once, from the result. `journal.test.ts` says what every implementation keeps.
 */

import type { JournalledMessage } from '../messages/message.ts'
import type { Storage, Transaction, TransactionResult } from '../storage/storage.ts'

/** A transaction with the outcome of messages. */
export interface OutcomeTransaction extends Transaction {
  readonly done: readonly number[]
}

export interface Journal {
  /** Accepts the messages of a transaction. All of it is stored, or it rejects and nothing is. */
  append(transaction: Transaction): Promise<TransactionResult>
  /** Messages that earlier lives left undone, in order. Called once, at start. */
  take(): Promise<readonly JournalledMessage[]>
  /** Stores the outcome of messages. Messages that follow from it are appended by the same commit. */
  done(outcome: OutcomeTransaction): Promise<TransactionResult>
  /** Messages that are not done. */
  readonly lag: number
}

/** The journal that is part of the store: messages and outcomes are in the store's own transactions. */
export const createStoreJournal = (storage: Pick<Storage, 'transact' | 'recover' | 'journalLag'>): Journal => ({
  append: storage.transact,
  take: storage.recover,
  done: storage.transact,
  get lag() {
    return storage.journalLag
  },
})

const isOutcome = (transaction: Transaction): transaction is OutcomeTransaction => transaction.done !== undefined

/** Transactions go to the journal: outcomes are done, everything else is appended. */
export const throughJournal = ({ append, done }: Pick<Journal, 'append' | 'done'>): Pick<Storage, 'transact'> => ({
  transact: (transaction) => (isOutcome(transaction) ? done(transaction) : append(transaction)),
})
