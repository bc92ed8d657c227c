/** Prometheus metrics of turns on the main thread and of memory held by calls, as totals of all tenants. */

import { Counter, Gauge, type Registry } from 'prom-client'
import type { CallBudgets } from '../calls/call-budgets.ts'
import type { TurnFigures, Turns } from '../turns/turns.ts'

export interface TurnMetricsDeps {
  readonly turns: Pick<Turns, 'figures'>
  readonly budgets: Pick<CallBudgets, 'usedByAll'>
}

export function registerTurnMetrics(registry: Registry, { turns, budgets }: TurnMetricsDeps): void {
  const counted = (name: string, help: string, of: (figures: TurnFigures) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(of(turns.figures))
      },
    })
  const measured = (name: string, help: string, of: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(of())
      },
    })
  counted(
    'sonde_turns_seconds_total',
    'Time the main thread spent on requests, WebSocket commands and other work of tenants',
    ({ usedMs }) => usedMs / 1000,
  )
  counted('sonde_turns_total', 'Slices of work of tenants', ({ slices }) => slices)
  counted('sonde_turns_long_total', 'Slices that took longer than 25 ms', ({ longSlices }) => longSlices)
  measured('sonde_turns_waiting', 'Work of tenants waiting for its turn', () => turns.figures.waiting)
  measured(
    'sonde_turns_waited_seconds',
    'Wait time of the last work that was started',
    () => turns.figures.waitedMs / 1000,
  )
  measured(
    'sonde_answers_bytes',
    'Bytes that requests and commands hold until they are answered',
    () => budgets.usedByAll,
  )
}
