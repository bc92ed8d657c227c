/** "tenant attributes": adds values of the tenant to the metadata. */

import { entityId } from '@sonde/model/ids'
import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { failure, ruleNodeType } from '../engine/rule-node.ts'
import { mappedValueAdder, mappedValues } from './mapped-values.ts'

const types: ReadonlySet<string> = new Set(['TENANT', 'CUSTOMER', 'USER', 'ASSET', 'DEVICE', 'ALARM', 'RULE_CHAIN'])

export const tenantAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetTenantAttributeNode',
  name: 'tenant attributes',
  category: 'ENRICHMENT',
  description: 'Adds server attributes or latest telemetry of the tenant to the metadata.',
  details: 'Missing values are left out.',
  configDirective: 'tbEnrichmentNodeTenantAttributesConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings(mappedValues),
  create(settings, context) {
    const add = mappedValueAdder(settings, context)
    const tenant = entityId('TENANT', context.tenantId)
    return {
      process(message, outcome) {
        const { entityType } = message.originator
        return types.has(entityType)
          ? add(tenant, message, outcome)
          : failure(`Originators of type ${entityType} aren’t supported here.`)
      },
    }
  },
})
