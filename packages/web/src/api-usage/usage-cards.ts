/** Cards of the usage page: each shows one feature, or two related ones. */

import {
  type UsageCounter,
  type UsageFeature,
  type UsageState,
  usageCounters,
  usageFeatures,
  usageStates,
} from '@sonde/model/api-usage/api-usage'
import type { LiveValues } from '../live/live-values.ts'

export const usageCards = {
  transport: ['TRANSPORT'],
  ruleEngine: ['RE'],
  scripts: ['JS'],
  telemetry: ['DB'],
  alarms: ['ALARM'],
  notifications: ['EMAIL', 'SMS'],
} as const satisfies Record<string, readonly UsageFeature[]>
export type UsageCardId = keyof typeof usageCards

/** The view of the rule engine's queues, as the address names it. */
export const statisticsView = 'rule_engine_statistics'

export const usageCardIds = Object.keys(usageCards) as UsageCardId[]

export const cardOf = (text: string | undefined): UsageCardId | null => usageCardIds.find((id) => id === text) ?? null

export const countersOf = (id: UsageCardId): readonly UsageCounter[] =>
  usageCards[id].flatMap((feature): readonly UsageCounter[] => usageFeatures[feature].counters)

export const allCounters: readonly UsageCounter[] = usageCardIds.flatMap(countersOf)

/** What is watched: the month's counts, their limits, the states. */
export const watchedKeys: readonly string[] = [
  ...allCounters.flatMap((counter) => [counter, usageCounters[counter].limitKey, `${counter}Hourly`]),
  ...Object.values(usageFeatures).map(({ stateKey }) => stateKey),
]

/** Nothing was written yet: nothing was used. */
export function stateIn(values: LiveValues, feature: UsageFeature): UsageState {
  const text = values.get(usageFeatures[feature].stateKey)?.value
  return usageStates.find((state) => state === text) ?? 'ENABLED'
}

export interface CounterUse {
  readonly used: number
  /** null: unlimited. Undefined: nothing was counted yet, so the server has not published it. */
  readonly limit: number | null | undefined
  /** Of the limit, at most 1. */
  readonly part: number
}

export function counterUse(values: LiveValues, counter: UsageCounter): CounterUse {
  const number = (key: string) => {
    const value = Number(values.get(key)?.value)
    return Number.isFinite(value) && value > 0 ? value : 0
  }
  const used = number(counter)
  const { limitKey } = usageCounters[counter]
  const limit = values.has(limitKey) ? number(limitKey) || null : undefined
  return { used, limit, part: limit ? Math.min(1, used / limit) : 0 }
}
