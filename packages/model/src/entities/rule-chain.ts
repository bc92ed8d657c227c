/** Descriptor of the entity type `RULE_CHAIN`. */

import { allTabs, type EntityKind, tenantAdmins } from './entity-kind.ts'

export const ruleChain = {
  one: 'a rule chain',
  many: 'rule chains',
  path: 'ruleChain',
  nameField: 'name',
  edges: 'assigned',
  isTrashed: true,
  limit: 'maxRuleChains',
  page: '/ruleChains',
  openedBy: tenantAdmins,
  tabs: allTabs,
} as const satisfies EntityKind
