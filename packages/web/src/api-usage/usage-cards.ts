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

/** Value of the search parameter for the rule engine queue view. */
export const statisticsView = 'rule_engine_statistics'

export const usageCardIds = Object.keys(usageCards) as UsageCardId[]

export const cardOf = (text: string | undefined): UsageCardId | null => usageCardIds.find((id) => id === text) ?? null

export const countersOf = (id: UsageCardId): readonly UsageCounter[] =>
  usageCards[id].flatMap((feature): readonly UsageCounter[] => usageFeatures[feature].counters)

export const allCounters: readonly UsageCounter[] = usageCardIds.flatMap(countersOf)

/** Keys to subscribe to: monthly counts, limits, states. */
export const watchedKeys: readonly string[] = [
  ...allCounters.flatMap((counter) => [counter, usageCounters[counter].limitKey, `${counter}Hourly`]),
  ...Object.values(usageFeatures).map(({ stateKey }) => stateKey),
]

/** State of a feature; `ENABLED` if none is stored yet, because nothing was used. */
export function stateIn(values: LiveValues, feature: UsageFeature): UsageState {
  const text = values.get(usageFeatures[feature].stateKey)?.value
  return usageStates.find((state) => state === text) ?? 'ENABLED'
}

export interface CounterUse {
  readonly used: number
  /** null: unlimited. Undefined: no usage was counted yet, so the server has not published the limit. */
  readonly limit: number | null | undefined
  /** Used share of the limit, at most 1. */
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
