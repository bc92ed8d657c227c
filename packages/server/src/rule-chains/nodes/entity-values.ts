/** Adds attributes and latest telemetry of an entity to the metadata of a message. */

import type { EntityId } from '@sonde/model/ids'
import { flag, nodeSettings, type SettingValues, texts } from '@sonde/model/rule-nodes/node-settings'
import { type TypedValue, valueText } from '@sonde/model/telemetry/values'
import type { Message } from '../../messages/message.ts'
import { strictValue } from '../../storage/series/value-codec.ts'
import { emit, failure, type NodeContext, type NodeResult, type Outcome } from '../engine/rule-node.ts'
import { type MessageTemplate, messageTemplate } from './message-template.ts'

/** Maximum number of values that are read without a separate turn. */
const shortValues = 16

/** Settings of nodes that add values under their original names. */
export const valueNames = {
  clientAttributeNames: texts({ title: 'Client attributes', initial: [], fallback: [] }),
  sharedAttributeNames: texts({ title: 'Shared attributes', initial: [], fallback: [] }),
  serverAttributeNames: texts({ title: 'Server attributes', initial: [], fallback: [] }),
  latestTsKeyNames: texts({ title: 'Latest telemetry', initial: [], fallback: [] }),
  tellFailureIfAbsent: flag({
    title: 'Fail if a value is missing',
    description: 'The values that exist are in the metadata either way.',
    initial: true,
  }),
  getLatestValueWithTs: flag({
    title: 'Latest telemetry with time',
    description: 'Adds {"ts", "value"} instead of the value.',
    initial: false,
  }),
} as const

const valueNameSettings = nodeSettings(valueNames)
type ValueNames = SettingValues<typeof valueNameSettings.fields>

type Values = Pick<NodeContext, 'attributes' | 'series' | 'inTurns'>

/** Reads within the message's turn, or in separate turns if there are many values. Reads are charged to the message. */
export function readValues<T>(
  { inTurns }: Pick<NodeContext, 'inTurns'>,
  outcome: Outcome,
  count: number,
  read: () => Promise<T>,
): Promise<T> {
  return count <= shortValues ? read() : inTurns(outcome, read)
}

/**
 * Creates a function that adds an entity's values to a message. It emits `Failure` if a value is missing and the
 * settings
 * require all values, otherwise `Success`.
 */
export function valueAdder(
  names: ValueNames,
  context: Values,
): (entity: EntityId, message: Message, outcome: Outcome) => Promise<NodeResult> {
  const templates = (list: readonly string[]) => list.map((name) => messageTemplate(name))
  const scopes = [
    { scope: 'CLIENT_SCOPE', prefix: 'cs_', word: 'client attribute', names: templates(names.clientAttributeNames) },
    {
      scope: 'SHARED_SCOPE',
      prefix: 'shared_',
      word: 'shared attribute',
      names: templates(names.sharedAttributeNames),
    },
    { scope: 'SERVER_SCOPE', prefix: 'ss_', word: 'server attribute', names: templates(names.serverAttributeNames) },
  ] as const
  const latest = templates(names.latestTsKeyNames)
  const count = scopes.reduce((sum, scope) => sum + scope.names.length, latest.length)
  const latestText = names.getLatestValueWithTs ? timedText : valueText

  async function read(entity: EntityId, message: Message, outcome: Outcome): Promise<NodeResult> {
    const metadata: Record<string, string> = { ...message.metadata }
    const missing: string[] = []
    const add = (key: string, text: string) => {
      outcome.read(key.length + text.length)
      metadata[key] = text
    }
    for (const { scope, prefix, word, names } of scopes) {
      if (names.length === 0) continue
      const keys = filled(names, message)
      const found = new Set<string>()
      for (const { key, ...value } of await context.attributes.attributes(entity.id, scope, keys)) {
        found.add(key)
        add(prefix + key, valueText(value))
      }
      for (const key of keys) if (!found.has(key)) missing.push(`${word} "${key}"`)
    }
    if (latest.length > 0) {
      const keys = filled(latest, message)
      const found = new Set<string>()
      for (const { key, ...point } of await context.series.latest(entity.id, keys)) {
        found.add(key)
        add(key, latestText(point))
      }
      for (const key of keys) if (!found.has(key)) missing.push(`telemetry key "${key}"`)
    }
    const enriched = { ...message, metadata }
    if (missing.length === 0 || !names.tellFailureIfAbsent) return emit('Success', enriched)
    return failure(`The ${entity.entityType} ${entity.id} has no ${missing.join(', ')}.`, enriched)
  }

  return (entity, message, outcome) => readValues(context, outcome, count, () => read(entity, message, outcome))
}

const filled = (templates: readonly MessageTemplate[], message: Message): string[] => [
  ...new Set(templates.map((template) => template(message))),
]

const timedText = ({ ts, ...value }: TypedValue & { readonly ts: number }): string =>
  JSON.stringify({ ts, value: strictValue(value) })
