/** Storage and access rules of dashboards. */

import type { Columns } from './columns.ts'
import { type EntityDescriptor, rowOrder, titledFields } from './entity-descriptor.ts'
import { all, look, some } from './rules.ts'

export const dashboardCustomerColumns = {
  dashboard_id: 'text',
  customer_id: 'text',
} as const satisfies Columns

export const dashboard = {
  table: 'dashboard',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    title: 'text',
    image: 'text or null',
    mobile_hide: 'number',
    mobile_order: 'number or null',
    configuration: 'text or null',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id', customers: ['dashboard_customer', 'dashboard_id'] },
  rules: {
    SYS_ADMIN: some('ANY', 'READ'),
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: some('OWN_CUSTOMER', ...look),
  },
  query: { fields: titledFields },
  index: {
    fields: { createdTime: 'created_time', name: 'title' },
    ownerColumn: null,
    sliceColumns: ['created_time', rowOrder],
  },
  trash: { parts: [{ table: 'dashboard_customer', columns: dashboardCustomerColumns, key: 'dashboard_id' }] },
} as const satisfies EntityDescriptor
