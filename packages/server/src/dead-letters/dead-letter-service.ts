/**
 * Messages that were accepted and cannot be processed: set aside with the reason, shown to their tenant, replayed or
 * deleted by a call or a command.
 *
 * Invariant: a message is either in the journal and not done, or a dead letter, or processed: setting it aside and
 * marking it done are one transaction, and so are deleting the letter and sending its message again.
 */

import type { DeadLetter, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import { notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Logger } from 'pino'
import type { Scope } from '../access/scope.ts'
import type { PendingAlarms } from '../alarms/pending-alarms.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import { type Storage, StoreFailed } from '../storage/storage.ts'
import type { Turns } from '../turns/turns.ts'
import type { DeadLetterStore } from './dead-letter-store.ts'

/** The type of the alarm about a tenant's dead letters. */
export const deadLetterAlarm = 'Messages set aside'
/** The alarm of a tenant grows at most this often, ms. */
const alarmIntervalMs = 60_000
/** Letters that are read at a time, to be replayed or deleted. */
const atOnce = 20
/** Bytes of a tenant's letters. */
const bytesMax = 64 * 1024 * 1024

export interface DeadLetterDeps {
  readonly store: DeadLetterStore
  readonly alarms: Pick<PendingAlarms, 'raise'>
  readonly commit: () => Commit
  readonly clock: Clock
  readonly turns: Pick<Turns, 'step'>
  readonly limits: Pick<Limits, 'of'>
  /** Shows the reason among the events of the originator. */
  readonly noteEvent: (message: Message, reason: string) => void
  readonly log: Pick<Logger, 'warn' | 'error'>
}

export type DeadLetters = ReturnType<typeof createDeadLetters>

export function createDeadLetters({ store, alarms, commit, clock, turns, limits, noteEvent, log }: DeadLetterDeps) {
  /** When the alarm of a tenant was raised last. */
  const alarmed = new Map<string, number>()

  function statementsOf(message: Message, reason: string) {
    const { tenantId } = message
    const createdTime = clock.nowMs()
    return [
      store.insert({ id: newId(createdTime), createdTime, message, reason }),
      store.trim(tenantId, limits.of(tenantId, 'deadLetters'), bytesMax),
    ]
  }

  /** Shows the tenant that it has dead letters. What they are is kept without it, too. */
  async function raiseAlarm({ tenantId, originator, type }: Message, reason: string): Promise<void> {
    const nowMs = clock.nowMs()
    if (tenantId === NIL_UUID || nowMs - (alarmed.get(tenantId) ?? 0) < alarmIntervalMs) return
    alarmed.set(tenantId, nowMs)
    try {
      const { records, changes } = await alarms.raise({
        tenantId,
        customerId: NIL_UUID,
        originator: entityId('TENANT', tenantId),
        type: deadLetterAlarm,
        severity: 'MAJOR',
        details: { reason, originator, messageType: type },
      })
      await commit()({ records, changes })
    } catch (error) {
      log.warn({ err: error, tenantId }, 'Failed to raise the alarm about dead letters.')
    }
  }

  /** Marks a message done and sets it aside. Throws `StoreFailed`; then it is neither. */
  async function setAside({ seq, message }: Pick<JournalledMessage, 'seq' | 'message'>, reason: string): Promise<void> {
    const { tenantId, originator, type } = message
    log.warn({ seq, tenantId, originator, type, reason }, 'A message couldn’t be processed and was set aside.')
    try {
      await commit()({ statements: statementsOf(message, reason), done: [seq] })
    } catch (error) {
      if (error instanceof StoreFailed) throw error
      log.error({ err: error, seq, tenantId }, 'A message couldn’t be set aside and was dropped.')
      await commit()({ done: [seq] })
    }
    noteEvent(message, reason)
    await raiseAlarm(message, reason)
  }

  const list = (scope: Scope, link: PageLink): Promise<PageData<DeadLetter>> => store.page(scope.tenantId, link)

  async function requireLetter(scope: Scope, id: string) {
    const found = await store.find(scope.tenantId, id)
    if (!found) throw notFound('Dead letter', id)
    return found
  }

  async function get(scope: Scope, id: string): Promise<DeadLetterMessage> {
    const { letter, message } = await requireLetter(scope, id)
    const { queueName, ruleChainId, ruleNodeId, metadata, data } = message
    return {
      ...letter,
      queueName,
      ruleChainId: ruleChainId === null ? null : entityId('RULE_CHAIN', ruleChainId),
      ruleNodeId: ruleNodeId === null ? null : entityId('RULE_NODE', ruleNodeId),
      ...(await store.startNames(message)),
      metadata: { ...metadata },
      data,
    }
  }

  async function replay(scope: Scope, id: string): Promise<void> {
    const { message } = await requireLetter(scope, id)
    await commit()({ messages: [message], statements: [store.remove([id], 1)] })
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    await requireLetter(scope, id)
    await commit()({ statements: [store.remove([id])] })
  }

  const taking: TakeAllDeps = { store, transact: (each) => commit()(each), step: turns.step }

  return {
    setAside,
    list,
    get,
    replay,
    remove,
    /** Returns how many there were. */
    replayAll: ({ tenantId }: Scope) => actOnAll(taking, tenantId, true),
    removeAll: ({ tenantId }: Scope) => actOnAll(taking, tenantId, false),
  }
}

export interface TakeAllDeps {
  readonly store: DeadLetterStore
  readonly transact: Storage['transact']
  readonly step: Turns['step']
}

/** Replays or deletes all letters that there are now, of a tenant or (NIL_UUID) of all. Returns how many. */
export async function actOnAll(
  { store, transact, step }: TakeAllDeps,
  tenantId: string,
  isReplay: boolean,
): Promise<number> {
  const total = await store.count(tenantId)
  const takeSome = async (max: number) => {
    const letters = await store.oldest(tenantId, Math.min(atOnce, max))
    // One by one, so that each has room of its own tenant.
    for (const { id, message } of letters) {
      await transact({ statements: [store.remove([id], 1)], ...(isReplay && { messages: [message] }) })
    }
    return letters.length
  }
  let taken = 0
  while (taken < total) {
    const some = await step(() => takeSome(total - taken))
    if (some === 0) break
    taken += some
  }
  return taken
}
