/** Descriptor of the entity type `WIDGET_TYPE`. */

import type { EntityKind } from './entity-kind.ts'

export const widgetType = {
  one: 'a widget',
  many: 'widgets',
  path: 'widgetType',
  nameField: 'name',
  edges: 'all',
  isTrashed: true,
  ofSystem: 'too',
} as const satisfies EntityKind
