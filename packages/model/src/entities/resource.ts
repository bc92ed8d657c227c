/** Descriptor of the entity type `TB_RESOURCE`. */

import { administrators, type EntityKind } from './entity-kind.ts'

export const resource = {
  one: 'a resource',
  many: 'resources',
  path: 'resource',
  nameField: 'title',
  isTrashed: true,
  ofSystem: 'too',
  limit: 'maxResourcesInBytes',
  page: '/settings/resources-library',
  openedBy: administrators,
} as const satisfies EntityKind
