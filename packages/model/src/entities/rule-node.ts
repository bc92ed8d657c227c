/** Descriptor of the entity type `RULE_NODE`: a part of its rule chain. */

import type { EntityKind } from './entity-kind.ts'

export const ruleNode = {
  one: 'a rule node',
  many: 'rule nodes',
  nameField: 'name',
} as const satisfies EntityKind
