/** Descriptor of the entity type `WIDGETS_BUNDLE`. */

import type { EntityKind } from './entity-kind.ts'

export const widgetsBundle = {
  one: 'a widget bundle',
  many: 'widget bundles',
  path: 'widgetsBundle',
  nameField: 'title',
  edges: 'all',
  isTrashed: true,
  ofSystem: 'too',
} as const satisfies EntityKind
