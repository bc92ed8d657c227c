/** "originator attributes": adds attributes and latest telemetry of the originator to the metadata. */

import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { ruleNodeType } from '../engine/rule-node.ts'
import { valueAdder, valueNames } from './entity-values.ts'

export const originatorAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetAttributesNode',
  name: 'originator attributes',
  category: 'ENRICHMENT',
  description: 'Adds attributes and latest telemetry of the originator to the metadata.',
  details:
    'Client attributes get the prefix cs_, shared attributes shared_, server attributes ss_. Telemetry has no prefix. Names can contain ${metadataKey} and $[messageKey].',
  configDirective: 'tbEnrichmentNodeOriginatorAttributesConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings(valueNames),
  create(settings, context) {
    const add = valueAdder(settings, context)
    return { process: (message, outcome) => add(message.originator, message, outcome) }
  },
})
