/** Storage and access rules of customers. */

import { contactColumns } from './columns.ts'
import { dashboardCustomerColumns } from './dashboard.ts'
import { contactFields, type EntityDescriptor, titledFields } from './entity-descriptor.ts'
import { all, look, some } from './rules.ts'

export const customer = {
  table: 'customer',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    title: 'text',
    ...contactColumns,
    additional_info: 'text or null',
    /** 1 for the tenant's customer "Public". */
    is_public: 'number',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id', customer: 'id' },
  rules: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_CUSTOMER', ...look) },
  query: { fields: { ...titledFields, ...contactFields, additionalInfo: 'additional_info' } },
  index: { fields: { createdTime: 'created_time', name: 'title' }, ownerColumn: null, sliceColumns: ['title'] },
  trash: { parts: [{ table: 'dashboard_customer', columns: dashboardCustomerColumns, key: 'customer_id' }] },
  removal: 'second',
} as const satisfies EntityDescriptor
