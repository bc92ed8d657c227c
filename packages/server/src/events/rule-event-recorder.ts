/** Records events of the rule engine: debug events within the tenant's limit, lifecycle of chains and nodes, errors. */

import { entityId } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Message } from '../messages/message.ts'
import type { RuleEvents } from '../rule-chains/engine/rule-events.ts'
import type { NodePlace } from '../rule-chains/engine/rule-node.ts'
import type { NodeStats, RuleSet } from '../rule-chains/engine/rule-set.ts'
import { createDebugLimit, debugEventsMax } from './debug-limit.ts'
import type { EventRecorder } from './event-recorder.ts'
import { ownerOf } from './event-rows.ts'

/** Minimum time between recorded errors of a node, ms. */
export const errorIntervalMs = 3_000
/** Maximum number of nodes whose last error is cached. */
const rememberedErrorsMax = 10_000

/** As in the wire API: the device type comes before the device name. */
function metadataText({ deviceType, ...others }: Message['metadata']): string {
  return JSON.stringify(deviceType === undefined ? others : { deviceType, ...others })
}

export interface RuleEventRecorderDeps {
  readonly recorder: Pick<EventRecorder, 'note'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** Maximum debug events per tenant and hour; lower in tests. */
  readonly debugEventsMax?: number
}

export interface RuleEventRecorder extends RuleEvents {
  /** Records the statistics of chains and nodes since the last call. */
  noteFigures(ruleSets: Iterable<RuleSet>): void
}

export function createRuleEventRecorder(deps: RuleEventRecorderDeps): RuleEventRecorder {
  const { recorder, live, clock } = deps
  const limit = createDebugLimit(clock, deps.debugEventsMax ?? debugEventsMax)
  const lastErrors = new Map<string, number>()
  /** Last recorded statistics of each node, held as long as its stats object. */
  const noted = new WeakMap<NodeStats, { processed: number; failed: number }>()

  live.watchAll({
    change({ entity, tenantId }) {
      if (entity.entityType === 'RULE_CHAIN') limit.reset(tenantId)
    },
  })

  const nodeOwner = ({ tenantId, ruleNodeId }: NodePlace) => ownerOf(tenantId, entityId('RULE_NODE', ruleNodeId))

  function debug(place: NodePlace, direction: 'IN' | 'OUT', message: Message, relation: string, error: string | null) {
    const verdict = limit.tryAcquire(place.tenantId)
    if (verdict === 'allowed') {
      recorder.note({
        ...nodeOwner(place),
        type: 'DEBUG_RULE_NODE',
        direction,
        about_type: message.originator.entityType,
        about_id: message.originator.id,
        message_id: message.id,
        message_type: message.type,
        data_type: message.dataType,
        relation_type: relation,
        data: message.data,
        metadata: metadataText(message.metadata),
        error,
      })
    } else if (verdict === 'first refused') {
      recorder.note({
        ...ownerOf(place.tenantId, entityId('RULE_CHAIN', place.ruleChainId)),
        type: 'DEBUG_RULE_CHAIN',
        message:
          'Debug events reached the hourly limit. Recording continues in the next hour, or when a rule chain is saved.',
      })
    }
  }

  return {
    debugOf: (place) => ({
      input: (message, relation) => debug(place, 'IN', message, relation, null),
      output: (message, relation, error) => debug(place, 'OUT', message, relation, error),
    }),

    lifecycle: (tenantId, entity, lifecycle, error) =>
      recorder.note({
        ...ownerOf(tenantId, entity),
        type: 'LC_EVENT',
        lifecycle,
        success: error === null ? 1 : 0,
        error,
      }),

    failed(place, error) {
      const nowMs = clock.nowMs()
      const last = lastErrors.get(place.ruleNodeId)
      if (last !== undefined && nowMs - last < errorIntervalMs) return
      if (lastErrors.size >= rememberedErrorsMax) lastErrors.clear()
      lastErrors.set(place.ruleNodeId, nowMs)
      recorder.note({ ...nodeOwner(place), type: 'ERROR', method: 'onRuleMsg', error })
    },

    noteFigures(ruleSets) {
      for (const { tenantId, nodes } of ruleSets) {
        const chains = new Map<string, { processed: number; failed: number }>()
        for (const { id, chain, stats } of nodes.values()) {
          const before = noted.get(stats) ?? { processed: 0, failed: 0 }
          const since = { processed: stats.processed - before.processed, failed: stats.failed - before.failed }
          noted.set(stats, { processed: stats.processed, failed: stats.failed })
          if (since.processed + since.failed === 0) continue
          recorder.note({ ...ownerOf(tenantId, entityId('RULE_NODE', id)), type: 'STATS', ...since })
          const sum = chains.get(chain.id) ?? { processed: 0, failed: 0 }
          chains.set(chain.id, { processed: sum.processed + since.processed, failed: sum.failed + since.failed })
        }
        for (const [id, sum] of chains) {
          recorder.note({ ...ownerOf(tenantId, entityId('RULE_CHAIN', id)), type: 'STATS', ...sum })
        }
      }
    },
  }
}
