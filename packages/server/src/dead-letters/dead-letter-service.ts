/**
 * Dead letters: accepted messages that can't be processed. They're stored with the reason, shown to their tenant, and
 * replayed or deleted by an API call or a command. What is shown of them has no secrets; what is replayed is unchanged.
 *
 * Invariant: a message is either undone in the journal, or a dead letter, or processed. Creating a dead letter and
 * marking its message done are one transaction, and so are deleting a dead letter and appending its message again.
 */

import type { DeadLetter, DeadLetterMessage } from '@sonde/model/dead-letters/dead-letter'
import { notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { withoutSecrets } from '@sonde/model/secrets/secret-texts'
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

/** Type of the alarm about a tenant's dead letters. */
export const deadLetterAlarm = 'Messages set aside'
/** Minimum time between updates of a tenant's alarm, ms. */
const alarmIntervalMs = 60_000
/** Number of dead letters read per step of a replay or deletion. */
const atOnce = 20
/** Maximum bytes of a tenant's dead letters. */
const bytesMax = 64 * 1024 * 1024

export interface DeadLetterDeps {
  readonly store: DeadLetterStore
  readonly alarms: Pick<PendingAlarms, 'raise'>
  readonly commit: () => Commit
  readonly clock: Clock
  readonly turns: Pick<Turns, 'step'>
  readonly limits: Pick<Limits, 'of'>
  /** Records the reason as an event of the originator. */
  readonly noteEvent: (message: Message, reason: string) => void
  readonly log: Pick<Logger, 'warn' | 'error'>
}

export type DeadLetters = ReturnType<typeof createDeadLetters>

export function createDeadLetters({ store, alarms, commit, clock, turns, limits, noteEvent, log }: DeadLetterDeps) {
  /** Time of the last alarm by tenant, epoch ms. */
  const alarmed = new Map<string, number>()

  function statementsOf(message: Message, reason: string) {
    const { tenantId } = message
    const createdTime = clock.nowMs()
    return [
      store.insert({ id: newId(createdTime), createdTime, message, reason }),
      store.trim(tenantId, limits.of(tenantId, 'deadLetters'), bytesMax),
    ]
  }

  /** Raises an alarm about dead letters for the tenant. If that fails, the dead letter is stored nevertheless. */
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

  /** Marks a message done and stores it as a dead letter. On `StoreFailed`, which is rethrown, neither has happened. */
  async function setAside({ seq, message }: Pick<JournalledMessage, 'seq' | 'message'>, why: string): Promise<void> {
    const reason = withoutSecrets(why)
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
      metadata: JSON.parse(withoutSecrets(JSON.stringify(metadata))) as Record<string, string>,
      data: withoutSecrets(data),
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
    /** Returns the number of dead letters processed. */
    replayAll: ({ tenantId }: Scope) => actOnAll(taking, tenantId, true),
    removeAll: ({ tenantId }: Scope) => actOnAll(taking, tenantId, false),
  }
}

export interface TakeAllDeps {
  readonly store: DeadLetterStore
  readonly transact: Storage['transact']
  readonly step: Turns['step']
}

/** Replays or deletes all current dead letters of a tenant, or of all tenants for NIL_UUID. Returns their number. */
export async function actOnAll(
  { store, transact, step }: TakeAllDeps,
  tenantId: string,
  isReplay: boolean,
): Promise<number> {
  const total = await store.count(tenantId)
  const takeSome = async (max: number) => {
    const letters = await store.oldest(tenantId, Math.min(atOnce, max))
    // Separate transactions, so that each message waits only for the limits of its own tenant.
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
