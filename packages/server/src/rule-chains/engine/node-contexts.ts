/**
 * Creates the context of each node: its only access to the server, and functions that send messages even after the
 * causing message is done. Those messages go through the journal like all others.
 */

import type { Logger } from 'pino'
import type { PendingAlarms } from '../../alarms/pending-alarms.ts'
import type { ApiUsage } from '../../api-usage/api-usage.ts'
import type { TenantNotices } from '../../api-usage/tenant-notifications.ts'
import type { Clock } from '../../clock.ts'
import type { CachedDeviceDirectory } from '../../devices/device-directory.ts'
import { newId } from '../../ids.ts'
import type { Commit } from '../../journal/commit.ts'
import type { KeyChecks } from '../../limits/key-checks.ts'
import type { Message } from '../../messages/message.ts'
import type { DeviceCalls } from '../../rpc/device-calls.ts'
import type { Scripts } from '../../scripts/scripts.ts'
import { type Storage, StoreFailed } from '../../storage/storage.ts'
import type { AttributeStore } from '../../telemetry/attribute-store.ts'
import { createFairPlaces } from '../../turns/fair-places.ts'
import type { Budget, Turns } from '../../turns/turns.ts'
import type { NodeEntities } from '../node-entities.ts'
import { createNodeStates } from '../node-state-store.ts'
import type { NodeMemory } from './node-memory.ts'
import type { NodeContext, NodePlace, Outcome, Rest } from './rule-node.ts'
import { linksOf, type RuleSet } from './rule-set.ts'
import { noBounds, noRunPeaks } from './run-bounds.ts'

/** Maximum number of long-running node operations at the same time: on the server, and per tenant. */
const longWorks = { all: 8, tenant: 1 } as const

/** Services that node contexts use. */
export interface NodeContextDeps {
  readonly storage: Pick<Storage, 'relational' | 'series'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly alarms: Pick<PendingAlarms, 'find' | 'latest' | 'raise' | 'clear'>
  /** A function because `commit` is created after the engine: it needs the engine's `accept`. */
  readonly commit: () => Commit
  readonly serviceId: string
  readonly entitiesOf: (tenantId: string) => NodeEntities
  readonly deviceCalls: DeviceCalls
  readonly devices: Pick<CachedDeviceDirectory, 'find' | 'peek'>
  readonly scripts: Pick<Scripts, 'compile'>
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'rejected'>
  readonly keyChecks: KeyChecks
  readonly notices: TenantNotices
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  readonly clock: Clock
  readonly turns: Pick<Turns, 'run' | 'isOver' | 'next'>
}

/** State of the engine that node contexts read. */
export interface EngineState {
  readonly memory: NodeMemory
  isStopped(): boolean
  /** The tenant's current rule set. */
  rulesOf(tenantId: string): RuleSet | undefined
}

export function createNodeContexts(
  deps: NodeContextDeps,
  engine: EngineState,
): (place: NodePlace) => Omit<NodeContext, 'every'> {
  const { commit, clock, scripts, deviceCalls, devices, attributes, alarms, usage, keyChecks, notices, log } = deps
  const { relational, series } = deps.storage

  function sendLater({ tenantId, ruleNodeId }: NodePlace, relation: string, message: Message, error: string | null) {
    const node = engine.isStopped() ? undefined : engine.rulesOf(tenantId)?.nodes.get(ruleNodeId)
    node?.debug?.output(message, relation, error)
    const targets = node && linksOf(node, relation)
    if (!node || !targets) {
      log.debug({ tenantId, ruleNodeId, relation }, 'no link for the delayed result')
      return
    }
    const messages = targets.map((target): Message => {
      return { ...message, id: newId(), ruleChainId: node.chain.id, ruleNodeId: target.id }
    })
    storeLater(messages).catch((error: unknown) => {
      log.error({ err: error, tenantId, ruleNodeId }, 'Failed to save the delayed result of a rule node. It is lost.')
    })
  }

  function sendHere({ tenantId, ruleChainId, ruleNodeId }: NodePlace, messages: readonly Message[]) {
    if (engine.isStopped()) return
    storeLater(messages.map((message) => ({ ...message, ruleChainId, ruleNodeId }))).catch((error: unknown) => {
      log.error(
        { err: error, tenantId, ruleNodeId },
        'Failed to save a message that a rule node sent to itself. It is lost.',
      )
    })
  }

  /** Commits messages. If the disk is full, waits for free space and retries. */
  async function storeLater(messages: readonly Message[]): Promise<void> {
    try {
      await commit()({ messages, isAdmitted: true })
    } catch (error) {
      if (!(error instanceof StoreFailed) || !error.recovered) throw error
      await error.recovered
      return storeLater(messages)
    }
  }

  const places = createFairPlaces(longWorks.all, longWorks.tenant)

  async function inTurns<T>(
    { tenantId, ruleNodeId }: NodePlace,
    outcome: Outcome,
    work: (rest: Rest) => Promise<T>,
  ): Promise<T> {
    const { turns } = deps
    const leave = await places.enter(tenantId)
    try {
      const begin = () => {
        let since = performance.now()
        return work(() => {
          if (!turns.isOver) return undefined
          outcome.recordDuration(performance.now() - since)
          return turns.next().then(() => {
            since = performance.now()
          })
        })
      }
      return await turns.run({ tenantId, userId: ruleNodeId }, begin, new OutcomeBudget(outcome))
    } finally {
      leave()
    }
  }

  return (place) => ({
    ...place,
    clock,
    serviceId: deps.serviceId,
    entities: deps.entitiesOf(place.tenantId),
    newId,
    scripts,
    deviceCalls,
    devices,
    attributes,
    series,
    alarms,
    states: createNodeStates(relational, place),
    keep: () => engine.memory.open(place.tenantId),
    inTurns: (outcome, work) => inTurns(place, outcome, work),
    turns: deps.turns,
    notices: {
      mail: (owner, mail) => notices.mail({ ...owner, ruleNodeId: place.ruleNodeId }, mail),
      sms: (owner, ...rest) => notices.sms({ ...owner, ruleNodeId: place.ruleNodeId }, ...rest),
    },
    log,
    rejectionOf: (feature, by) =>
      usage.isEnabled(place.tenantId, feature) ? null : usage.rejected(place.tenantId, feature, by),
    keyChecks,
    bounds: () => engine.rulesOf(place.tenantId)?.bounds ?? noBounds,
    peaks: () => engine.rulesOf(place.tenantId)?.peaks ?? noRunPeaks,
    defaultTtlSeconds: () => engine.rulesOf(place.tenantId)?.defaultTtlSeconds ?? 0,
    sendLater: (relation, message, error) => sendLater(place, relation, message, error ?? null),
    sendHere: (messages) => sendHere(place, messages),
  })
}

/** Read budget that charges reads to the message. A class like `CallBudgetOf` in call-budgets.ts. */
class OutcomeBudget implements Budget {
  readonly #outcome: Outcome

  constructor(outcome: Outcome) {
    this.#outcome = outcome
  }

  get left(): number {
    return this.#outcome.unread
  }

  spend(bytes: number): void {
    this.#outcome.read(bytes)
  }

  giveBack(bytes: number): void {
    this.#outcome.read(-bytes)
  }

  place(): undefined {
    return undefined
  }
}
