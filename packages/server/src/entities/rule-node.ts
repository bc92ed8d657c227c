/** Storage and access rules of rule nodes, which belong to their rule chain. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { ruleChainRules } from './rules.ts'

export const ruleNode = {
  table: 'rule_node',
  columns: {
    id: 'text',
    created_time: 'number',
    rule_chain_id: 'text',
    /** Position in the rule chain metadata. */
    position: 'number',
    type: 'text',
    name: 'text',
    debug_mode: 'number',
    configuration: 'text',
    additional_info: 'text or null',
  },
  nameColumn: 'name',
  owner: { through: ['RULE_CHAIN', 'rule_chain_id'] },
  rules: ruleChainRules,
} as const satisfies EntityDescriptor
