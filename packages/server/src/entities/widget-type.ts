/** Storage and access rules of widget types. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { widgetRules } from './rules.ts'

export const widgetType = {
  table: 'widget_type',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    bundle_alias: 'text',
    alias: 'text',
    name: 'text',
    kind: 'text',
    image: 'text or null',
    description: 'text or null',
    descriptor: 'text',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id' },
  rules: widgetRules,
  trash: { typeColumn: 'kind', whole: 'WIDGETS_BUNDLE' },
} as const satisfies EntityDescriptor
