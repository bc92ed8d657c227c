/** Storage and access rules of rule chains. */

import type { Columns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { ruleNode } from './rule-node.ts'
import { ruleChainRules } from './rules.ts'

export const ruleLinkColumns = {
  rule_chain_id: 'text',
  /** Position in the rule chain metadata. */
  position: 'number',
  from_node_id: 'text',
  to_node_id: 'text',
  type: 'text',
} as const satisfies Columns

export const ruleChain = {
  table: 'rule_chain',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    name: 'text',
    type: 'text',
    root: 'number',
    first_rule_node_id: 'text or null',
    debug_mode: 'number',
    additional_info: 'text or null',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id' },
  rules: ruleChainRules,
  query: { fields: { ...namedFields, additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: {
    typeColumn: 'type',
    parts: [
      { table: 'rule_node', columns: ruleNode.columns, key: 'rule_chain_id' },
      { table: 'rule_link', columns: ruleLinkColumns, key: 'rule_chain_id' },
    ],
    // Restored as a chain that isn't the root: a root chain can't be deleted.
    reset: { columns: { root: 0 }, fields: { root: false } },
  },
} as const satisfies EntityDescriptor
