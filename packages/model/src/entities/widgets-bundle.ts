/** What a widget bundle is to the rest of the platform. */

import type { EntityKind } from './entity-kind.ts'

export const widgetsBundle = {
  one: 'a widgets bundle',
  many: 'widgets bundles',
  path: 'widgetsBundle',
  nameField: 'title',
  edges: 'all',
  isTrashed: true,
  isAudited: true,
} as const satisfies EntityKind
