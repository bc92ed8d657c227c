/**
 * What the engine hands to a node: everything that it may touch, and the ways to send messages of its own, long after the
 * one that caused them was done. Those go through the journal like any other.
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
import { createNodeStates } from '../node-state-store.ts'
import type { NodeContext, NodePlace } from './rule-node.ts'
import { linksOf, type RuleSet } from './rule-set.ts'
import { noBounds, noRunPeaks } from './run-bounds.ts'

/** What the engine is given for its nodes. */
export interface NodeContextParts {
  readonly storage: Pick<Storage, 'relational' | 'series'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly alarms: Pick<PendingAlarms, 'latest' | 'raise' | 'clear'>
  /** Asked at each use, since commit itself is made with the engine's `accept`. */
  readonly commit: () => Commit
  readonly deviceCalls: DeviceCalls
  readonly devices: Pick<CachedDeviceDirectory, 'find' | 'peek'>
  readonly scripts: Pick<Scripts, 'compile'>
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'refused'>
  readonly keyChecks: KeyChecks
  readonly notices: TenantNotices
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  readonly clock: Clock
}

/** What the engine itself answers. */
export interface EngineState {
  isStopped(): boolean
  /** The tenant's chains in force. */
  rulesOf(tenantId: string): RuleSet | undefined
}

export function createNodeContexts(
  parts: NodeContextParts,
  engine: EngineState,
): (place: NodePlace) => Omit<NodeContext, 'every'> {
  const { commit, clock, scripts, deviceCalls, devices, attributes, alarms, usage, keyChecks, notices, log } = parts
  const { relational, series } = parts.storage

  function sendLater({ tenantId, ruleNodeId }: NodePlace, relation: string, message: Message) {
    const node = engine.isStopped() ? undefined : engine.rulesOf(tenantId)?.nodes.get(ruleNodeId)
    const targets = node && linksOf(node, relation)
    if (!node || !targets) {
      log.debug({ tenantId, ruleNodeId, relation, data: message.data }, 'no link takes what came back later')
      return
    }
    const messages = targets.map((target): Message => {
      return { ...message, id: newId(), ruleChainId: node.chain.id, ruleNodeId: target.id }
    })
    storeLater(messages).catch((error: unknown) => {
      log.error({ err: error, tenantId, ruleNodeId }, 'what came back later could not be stored and is lost')
    })
  }

  function sendHere({ tenantId, ruleChainId, ruleNodeId }: NodePlace, messages: readonly Message[]) {
    if (engine.isStopped()) return
    storeLater(messages.map((message) => ({ ...message, ruleChainId, ruleNodeId }))).catch((error: unknown) => {
      log.error({ err: error, tenantId, ruleNodeId }, 'what a node sent itself could not be stored and is lost')
    })
  }

  /** Waits for room on a full disk. */
  async function storeLater(messages: readonly Message[]): Promise<void> {
    try {
      await commit()({ messages, isAdmitted: true })
    } catch (error) {
      if (!(error instanceof StoreFailed) || !error.recovered) throw error
      await error.recovered
      return storeLater(messages)
    }
  }

  return (place) => ({
    ...place,
    clock,
    newId,
    scripts,
    deviceCalls,
    devices,
    attributes,
    series,
    alarms,
    states: createNodeStates(relational, place),
    notices: {
      mail: (owner, mail) => notices.mail({ ...owner, ruleNodeId: place.ruleNodeId }, mail),
      sms: (owner, ...rest) => notices.sms({ ...owner, ruleNodeId: place.ruleNodeId }, ...rest),
    },
    log,
    refusalOf: (feature, by) =>
      usage.isEnabled(place.tenantId, feature) ? null : usage.refused(place.tenantId, feature, by),
    keyChecks,
    bounds: () => engine.rulesOf(place.tenantId)?.bounds ?? noBounds,
    peaks: () => engine.rulesOf(place.tenantId)?.peaks ?? noRunPeaks,
    defaultTtlSeconds: () => engine.rulesOf(place.tenantId)?.defaultTtlSeconds ?? 0,
    sendLater: (relation, message) => sendLater(place, relation, message),
    sendHere: (messages) => sendHere(place, messages),
  })
}
