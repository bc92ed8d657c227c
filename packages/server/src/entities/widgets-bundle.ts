/** Storage and access rules of widget bundles. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { widgetRules } from './rules.ts'

export const widgetsBundle = {
  table: 'widgets_bundle',
  columns: {
    id: 'text',
    created_time: 'number',
    /** NIL_UUID: belongs to the system. */
    tenant_id: 'text',
    alias: 'text',
    title: 'text',
    image: 'text or null',
    description: 'text or null',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id' },
  rules: widgetRules,
  trash: {},
} as const satisfies EntityDescriptor
