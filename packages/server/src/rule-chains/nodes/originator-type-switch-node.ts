/** "originator type switch": routes messages by the type of their originator. */

import type { EntityType } from '@sonde/model/ids'
import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { type Emission, emit, failure, ruleNodeType } from '../engine/rule-node.ts'

const labels: Partial<Record<EntityType, string>> = {
  DEVICE: 'Device',
  ASSET: 'Asset',
  ALARM: 'Alarm',
  ENTITY_VIEW: 'Entity View',
  TENANT: 'Tenant',
  CUSTOMER: 'Customer',
  USER: 'User',
  DASHBOARD: 'Dashboard',
  RULE_CHAIN: 'Rule chain',
  RULE_NODE: 'Rule node',
}

/** Labels that the node emits although API clients don't offer them. */
const undeclared: Partial<Record<EntityType, string>> = { EDGE: 'Edge' }

const emissions: Partial<Record<string, Emission>> = Object.fromEntries(
  Object.entries({ ...labels, ...undeclared }).map(([type, label]) => [type, emit(label)]),
)

export const originatorTypeSwitchNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeSwitchNode',
  name: 'originator type switch',
  category: 'FILTER',
  description: 'Routes messages by the entity type of their originator.',
  details: 'The message leaves by the label of the type. Originators of other types leave by Failure.',
  configDirective: 'tbNodeEmptyConfig',
  relations: Object.values(labels),
  hasCustomRelations: false,
  settings: noSettings,
  create: () => ({
    process: ({ originator }) =>
      emissions[originator.entityType] ?? failure(`Originators of type ${originator.entityType} have no label.`),
  }),
})
