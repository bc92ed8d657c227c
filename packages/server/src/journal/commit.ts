/**
 * The one way in which anything changes: commit, then publish.
 *
 * A commit writes messages, outcomes and changes in one transaction. When it is on disk, what changed goes to the
 * change stream and the messages go to the engine, in the order of the journal. Accepted messages count as on their way
 * (back-pressure.ts) until their outcome is stored. What follows from a commit, such as rule chains and caches, is no longer
 * its caller's doing: it runs in nobody's turns, and what it reads counts for nobody's answer.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { asNobody } from '../guard/work.ts'
import { defaultLimits, type Limits } from '../limits/limits.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import type { OriginatorLoad } from '../messages/originator-load.ts'
import { KeyLimitReached } from '../storage/key-limits.ts'
import { type Storage, StoreFailed, type Transaction, type TransactionResult } from '../storage/storage.ts'
import { type BackPressure, createBackPressure } from './back-pressure.ts'

export interface Commit {
  (transaction: Transaction): Promise<TransactionResult>
  /** Hands the engine what the last life left undone; it counts like everything else that is on its way. */
  resume(messages: readonly JournalledMessage[]): void
}

type Transact = Storage['transact']

/**
 * What stands between a commit and the store, such as the audit log: it may add statements to a transaction and look at
 * its result. It answers with the rows that the given statements changed, without those of its own.
 */
export type CommitHook = (next: Transact) => Transact

export interface CommitDeps {
  readonly storage: Pick<Storage, 'transact'>
  /** The first one is nearest to the commit, the last one nearest to the store. */
  readonly hooks?: readonly CommitHook[]
  readonly live: Pick<ChangeStream, 'publish'>
  /** Absent: one of its own, with the default limits. */
  readonly backPressure?: BackPressure
  readonly limits?: Pick<Limits, 'reject'>
  /** What follows from a commit does not make it undone. */
  readonly guard?: Pick<Guard, 'attempt'>
  /** Takes journalled messages, in order. */
  readonly accept: (messages: readonly JournalledMessage[]) => void
}

export function createCommit({
  storage,
  live,
  accept,
  hooks = [],
  backPressure = defaultBackPressure(),
  limits = defaultLimits,
  guard = noGuard,
}: CommitDeps): Commit {
  const transact = hooks.reduceRight<Transact>((next, hook) => hook(next), storage.transact)
  let isRejected = false

  async function commit(transaction: Transaction): Promise<TransactionResult> {
    const { messages, points, attributes, changes } = transaction
    const waits = messages && !transaction.isAdmitted ? roomFor(messages) : null
    if (waits) await waits
    if (messages && transaction.done) requireRoomBeyond(messages)
    const loads = messages && messages.length > 0 ? messages.map(enter) : null
    let result: TransactionResult
    try {
      result = await transact(transaction)
    } catch (error) {
      if (loads) for (const [i, load] of loads.entries()) backPressure.left(load, (messages as Message[])[i] as Message)
      if (error instanceof StoreFailed) rejectedBy(error)
      if (error instanceof KeyLimitReached) {
        const { tenantId, limit, entityId: id } = error
        limits.reject(tenantId, limit, points?.find(({ entity }) => entity.id === id)?.entity)
      }
      throw error
    }
    const { deletedLatest } = result
    if (points?.length || attributes?.length || changes?.length || deletedLatest?.length) {
      const published = {
        ...(deletedLatest ? { deletedLatest } : {}),
        points: points ?? [],
        attributes: attributes ?? [],
        changes: changes ?? [],
      }
      asNobody(() => guard.attempt(() => live.publish(published)))
    }
    if (loads) {
      for (let i = 0; i < loads.length; i++) (result.messages[i] as JournalledMessage).load = loads[i] as OriginatorLoad
      asNobody(() => guard.attempt(() => accept(result.messages)))
    }
    return result
  }

  /** What a call causes waits like what a device sends; there is one tenant in a call's transaction. */
  function roomFor(messages: readonly Message[]): Promise<void> | null {
    const [first] = messages
    if (!first || backPressure.fullLimit(backPressure.of(first.tenantId, first.originator.id)) === null) return null
    return backPressure.room(first.tenantId, first.originator.id, first.data.length)
  }

  /** What follows from accepted messages is accepted beyond the limit, but not without end. */
  function requireRoomBeyond(messages: readonly Message[]) {
    const [first] = messages
    if (!first) return
    const load = backPressure.of(first.tenantId, first.originator.id)
    backPressure.requireBeyond(load, messages.length)
  }

  function enter(message: Message): OriginatorLoad {
    const load = backPressure.of(message.tenantId, message.originator.id)
    backPressure.entered(load, message)
    return load
  }

  function rejectedBy({ recovered }: StoreFailed) {
    if (isRejected) return
    isRejected = true
    backPressure.setRejected(true)
    void recovered?.then(() => {
      isRejected = false
      backPressure.setRejected(false)
    })
  }

  function resume(messages: readonly JournalledMessage[]) {
    for (const journalled of messages) journalled.load = enter(journalled.message)
    accept(messages)
  }

  return Object.assign(commit, { resume })
}

const defaultBackPressure = (): BackPressure => createBackPressure({ limits: defaultLimits })
