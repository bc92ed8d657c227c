/** Adds server attributes or latest telemetry of an entity to the metadata, under configured names. */

import type { EntityId } from '@sonde/model/ids'
import { flag, mapping } from '@sonde/model/rule-nodes/node-settings'
import { valueText } from '@sonde/model/telemetry/values'
import type { Message } from '../../messages/message.ts'
import { emit, type NodeContext, type NodeResult, type Outcome } from '../engine/rule-node.ts'
import { readValues } from './entity-values.ts'
import { messageTemplate } from './message-template.ts'

export const mappedValues = {
  attrMapping: mapping({
    title: 'Values',
    description:
      'Attribute or telemetry key, and the metadata key it is added as. Both can contain ${metadataKey} and $[messageKey].',
    initial: { temperature: 'tempo' },
  }),
  telemetry: flag({
    title: 'Latest telemetry',
    description: 'Reads latest telemetry instead of server attributes.',
    initial: false,
  }),
} as const

/** Creates a function that adds the values of an entity. Missing values are omitted. */
export function mappedValueAdder(
  { attrMapping, telemetry }: { readonly attrMapping: Readonly<Record<string, string>>; readonly telemetry: boolean },
  context: Pick<NodeContext, 'attributes' | 'series' | 'inTurns'>,
): (entity: EntityId, message: Message, outcome: Outcome) => Promise<NodeResult> {
  const pairs = Object.entries(attrMapping).map(([from, to]) => [messageTemplate(from), messageTemplate(to)] as const)

  async function read({ id }: EntityId, message: Message, outcome: Outcome): Promise<NodeResult> {
    const targets = new Map(pairs.map(([from, to]) => [from(message), to(message)]))
    const keys = [...targets.keys()]
    const found = telemetry
      ? await context.series.latest(id, keys)
      : await context.attributes.attributes(id, 'SERVER_SCOPE', keys)
    const metadata: Record<string, string> = { ...message.metadata }
    for (const { key, ...value } of found) {
      const text = valueText(value)
      outcome.read(text.length)
      metadata[targets.get(key) ?? key] = text
    }
    return emit('Success', { ...message, metadata })
  }

  return (entity, message, outcome) => readValues(context, outcome, pairs.length, () => read(entity, message, outcome))
}
