/** Prometheus metrics of the rule engine. Values are computed at scrape time; the message path only counts. */

import { Counter, Gauge, type Registry } from 'prom-client'
import type { RuleSet } from './rule-set.ts'

/** Maximum number of nodes with their own series. Further nodes count only in the engine's totals. */
const nodeSeriesMax = 2_000

export interface EngineStats {
  /** Finished messages, including failed ones. */
  readonly processed: number
  readonly failed: number
  /** Accepted messages that haven't started. */
  readonly waiting: number
  /** Started messages that aren't finished: waiting for a result, or paused. */
  readonly running: number
  /** Finished messages whose outcome isn't on disk yet. */
  readonly committing: number
}

export function registerEngineMetrics(
  registry: Registry,
  stats: () => EngineStats,
  ruleSets: () => Iterable<RuleSet>,
): void {
  const registers = [registry]
  new Counter({
    name: 'sonde_rule_messages_total',
    help: 'Messages that rule chains have processed',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { processed, failed } = stats()
      this.reset()
      this.inc({ result: 'succeeded' }, processed - failed)
      this.inc({ result: 'failed' }, failed)
    },
  })
  new Gauge({
    name: 'sonde_rule_messages',
    help: 'Messages in the rule engine',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { waiting, running, committing } = stats()
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'running' }, running)
      this.set({ state: 'committing' }, committing)
    },
  })

  const labelNames = ['node', 'type'] as const
  const perNode = (
    name: string,
    help: string,
    read: (stats: { processed: number; failed: number; ms: number }) => number,
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        let series = 0
        for (const { nodes } of ruleSets()) {
          for (const { id, type, stats } of nodes.values()) {
            if (stats.processed + stats.failed === 0 || ++series > nodeSeriesMax) continue
            this.inc({ node: id, type: type.slice(type.lastIndexOf('.') + 1) }, read(stats))
          }
        }
      },
    })
  perNode('sonde_rule_node_messages_total', 'Messages that a rule node has processed', (stats) => stats.processed)
  perNode('sonde_rule_node_failures_total', 'Messages that failed in a rule node', (stats) => stats.failed)
  perNode('sonde_rule_node_seconds_total', 'Time spent in a rule node', (stats) => stats.ms / 1000)
}
