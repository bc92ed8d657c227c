/** "originator fields": adds fields of the originator to the metadata. */

import { mapping, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { type EntityFields, emit, failure, ruleNodeType } from '../engine/rule-node.ts'

const types: ReadonlySet<string> = new Set([
  'TENANT',
  'CUSTOMER',
  'USER',
  'ASSET',
  'DEVICE',
  'ALARM',
  'RULE_CHAIN',
  'ENTITY_VIEW',
])

export const originatorFieldsNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetOriginatorFieldsNode',
  name: 'originator fields',
  category: 'ENRICHMENT',
  description: 'Adds fields of the originator to the metadata.',
  details:
    'Fields are those of its JSON, such as name, type or additionalInfo.description. Unknown fields are left out.',
  configDirective: 'tbEnrichmentNodeOriginatorFieldsConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    fieldsMapping: mapping({
      title: 'Fields',
      description: 'Field, and the metadata key it is added as.',
      initial: { name: 'originatorName', type: 'originatorType' },
    }),
  }),
  create({ fieldsMapping }, { entities }) {
    const pairs = Object.entries(fieldsMapping).map(([path, key]) => [path.split('.'), key] as const)
    return {
      async process(message, outcome) {
        const { originator } = message
        if (!types.has(originator.entityType)) {
          return failure(`Originators of type ${originator.entityType} aren’t supported here.`)
        }
        const fields = await entities.fields(originator)
        if (!fields) return failure('The originator doesn’t exist anymore.')
        const metadata: Record<string, string> = { ...message.metadata }
        for (const [path, key] of pairs) {
          const text = textAt(fields, path)
          if (text === undefined) continue
          outcome.read(text.length)
          metadata[key] = text
        }
        return emit('Success', { ...message, metadata })
      },
    }
  },
})

/** Undefined: the field doesn't exist. As in the wire API, a null value becomes the text `null`. */
function textAt(fields: EntityFields, path: readonly string[]): string | undefined {
  let value: unknown = fields
  for (const name of path) {
    if (typeof value !== 'object' || value === null || isId(value) || !Object.hasOwn(value, name)) return undefined
    value = (value as EntityFields)[name]
  }
  if (isId(value)) return value.id
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isId = (value: unknown): value is { readonly entityType: string; readonly id: string } =>
  typeof value === 'object' && value !== null && 'entityType' in value && 'id' in value && typeof value.id === 'string'
