/**
 * The single path for all writes: commit, then publish.
 *
 * A commit writes messages, outcomes and changes in one transaction. Once it's on disk, the changes are published on
 * the
 * change stream and the messages are passed to the engine, in journal order. Accepted messages count as in flight
 * (back-pressure.ts) until their outcome is stored. Listeners of a commit, such as rule chains and caches, run outside
 * the
 * caller's context: their time and reads aren't charged to the caller.
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
  /** Passes messages left over from before the restart to the engine; they count as in flight. */
  resume(messages: readonly JournalledMessage[]): void
}

type Transact = Storage['transact']

/**
 * Middleware between commit and store, such as the audit log. It can add statements to a transaction and inspect the
 * result. It must return the rows changed by the given statements, without those of its own.
 */
export type CommitHook = (next: Transact) => Transact

export interface CommitDeps {
  readonly storage: Pick<Storage, 'transact'>
  /** The first hook is called first; the last one calls the store. */
  readonly hooks?: readonly CommitHook[]
  readonly live: Pick<ChangeStream, 'publish'>
  /** Absent: a new one with the default limits. */
  readonly backPressure?: BackPressure
  readonly limits?: Pick<Limits, 'reject'>
  /** Contains errors of listeners: the commit is already on disk. */
  readonly guard?: Pick<Guard, 'attempt'>
  /** Takes journaled messages, in order. */
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

  /** Messages caused by a call wait like those of a device. A call's transaction belongs to one tenant. */
  function roomFor(messages: readonly Message[]): Promise<void> | null {
    const [first] = messages
    if (!first || backPressure.fullLimit(backPressure.of(first.tenantId, first.originator.id)) === null) return null
    return backPressure.room(first.tenantId, first.originator.id, first.data.length)
  }

  /** Messages caused by accepted messages may exceed the limit, up to a factor. */
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
