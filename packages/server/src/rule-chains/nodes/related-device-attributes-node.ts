/** "related device attributes": adds attributes and latest telemetry of a related device to the metadata. */

import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'
import { valueAdder, valueNames } from './entity-values.ts'
import { deviceRelationsQuery } from './related-query.ts'

const notFound = emit('Failure')

export const relatedDeviceAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetDeviceAttrNode',
  name: 'related device attributes',
  category: 'ENRICHMENT',
  description: 'Adds attributes and latest telemetry of a related device to the metadata.',
  details:
    'The first related device of one of the profiles counts. Without one the message leaves by Failure. Prefixes are those of “originator attributes”.',
  configDirective: 'tbEnrichmentNodeDeviceAttributesConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({ ...valueNames, deviceRelationsQuery }),
  create({ deviceRelationsQuery: query, ...settings }, context) {
    const add = valueAdder(settings, context)
    const types = new Set(query.deviceTypes)
    const related = { ...query, filters: [{ relationType: query.relationType, entityTypes: ['DEVICE'] as const }] }
    return {
      async process(message, outcome) {
        const device = await context.inTurns(outcome, () =>
          context.entities.firstRelated(message.originator, related, async ({ id }) => {
            const found = await context.devices.find(id)
            return found !== undefined && types.has(found.type)
          }),
        )
        return device ? add(device, message, outcome) : notFound
      },
    }
  },
})
