/** "related attributes": adds values of a related entity to the metadata. */

import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'
import { mappedValueAdder, mappedValues } from './mapped-values.ts'
import { relationsQuery } from './related-query.ts'

const notFound = emit('Failure')

export const relatedAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetRelatedAttributeNode',
  name: 'related attributes',
  category: 'ENRICHMENT',
  description: 'Adds server attributes or latest telemetry of a related entity to the metadata.',
  details: 'The first related entity counts. Without one the message leaves by Failure. Missing values are left out.',
  configDirective: 'tbEnrichmentNodeRelatedAttributesConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({ ...mappedValues, relationsQuery }),
  create({ relationsQuery: query, ...settings }, context) {
    const add = mappedValueAdder(settings, context)
    return {
      async process(message, outcome) {
        const related = await context.inTurns(outcome, () => context.entities.firstRelated(message.originator, query))
        return related ? add(related, message, outcome) : notFound
      },
    }
  },
})
