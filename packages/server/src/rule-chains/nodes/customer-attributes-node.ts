/** "customer attributes": adds values of the originator's customer to the metadata. */

import { entityId } from '@sonde/model/ids'
import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, failure, ruleNodeType } from '../engine/rule-node.ts'
import { mappedValueAdder, mappedValues } from './mapped-values.ts'

const notFound = emit('Failure')
const types: ReadonlySet<string> = new Set(['CUSTOMER', 'USER', 'ASSET', 'DEVICE'])

export const customerAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetCustomerAttributeNode',
  name: 'customer attributes',
  category: 'ENRICHMENT',
  description: "Adds server attributes or latest telemetry of the originator's customer to the metadata.",
  details: 'Without a customer the message leaves by Failure. Missing values are left out.',
  configDirective: 'tbEnrichmentNodeCustomerAttributesConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings(mappedValues),
  create(settings, context) {
    const add = mappedValueAdder(settings, context)
    return {
      async process(message, outcome) {
        const { originator } = message
        if (!types.has(originator.entityType)) return failure(`A ${originator.entityType} has no customer.`)
        const customerId = await context.entities.customerOf(originator)
        return customerId === null ? notFound : add(entityId('CUSTOMER', customerId), message, outcome)
      },
    }
  },
})
