/**
 * An alternative journal for tests: in memory and separate from the store of the rest of the transaction, like a
 * journal on
 * another server.
 */

import { invariant } from '@sonde/model/errors'
import type { JournalledMessage, Message } from '../messages/message.ts'
import type { Storage, Transaction, TransactionResult } from '../storage/storage.ts'
import type { Journal } from './journal.ts'

export function createMemoryJournal(store: Pick<Storage, 'transact'>): Journal {
  /** Serialized messages by position, as on disk. */
  const undone = new Map<number, string>()
  /** Positions whose outcome is being stored. */
  const finishing = new Set<number>()
  let nextSeq = 1

  function journalled(message: Message): JournalledMessage {
    const seq = nextSeq++
    undone.set(seq, JSON.stringify(message))
    return { seq, message, load: null }
  }

  async function append({ messages = [], done: _, ...rest }: Transaction): Promise<TransactionResult> {
    const result = await store.transact(rest)
    return { ...result, messages: messages.map(journalled) }
  }

  return {
    append,
    async take() {
      return [...undone].map(([seq, text]) => ({ seq, message: JSON.parse(text) as Message, load: null }))
    },
    async done(outcome) {
      for (const seq of outcome.done) {
        invariant(undone.has(seq) && !finishing.has(seq), `message ${seq} has its outcome already`)
      }
      for (const seq of outcome.done) finishing.add(seq)
      try {
        const result = await append(outcome)
        for (const seq of outcome.done) undone.delete(seq)
        return result
      } finally {
        for (const seq of outcome.done) finishing.delete(seq)
      }
    },
    get lag() {
      return undone.size
    },
  }
}
