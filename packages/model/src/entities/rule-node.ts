/** What a rule node is to the rest of the platform: a part of its rule chain. */

import type { EntityKind } from './entity-kind.ts'

export const ruleNode = {
  one: 'a rule node',
  many: 'rule nodes',
  nameField: 'name',
} as const satisfies EntityKind
