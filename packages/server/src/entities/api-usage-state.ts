/** Storage and access rules of the API usage of a tenant and of its customers. Only the server counts usage. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { some } from './rules.ts'

export const apiUsageState = {
  table: 'api_usage_state',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    /** Start of the counted month, epoch ms. */
    cycle_ts: 'number',
    counts: 'text',
    states: 'text',
  },
  otherTables: ['customer_usage'],
  owner: { tenant: 'tenant_id' },
  rules: {
    TENANT_ADMIN: some('OWN_TENANT', 'READ', 'READ_TELEMETRY'),
    CUSTOMER_USER: some('OWN_CUSTOMER_WITH_ACCOUNT', 'READ', 'READ_TELEMETRY'),
  },
  query: {
    // One row for the tenant and one per customer with usage, named by the title. Customer users see the row of their
    // customer.
    source: `(select u.id, u.created_time, u.tenant_id, u.tenant_id as entity_id, t.title as name
      from api_usage_state u join tenant t on t.id = u.tenant_id
      union all select u.id, u.created_time, u.tenant_id, u.customer_id as entity_id, c.title as name
      from customer_usage u join customer c on c.id = u.customer_id)`,
    fields: { createdTime: 'created_time', name: 'name', title: 'name' },
    customerColumn: 'entity_id',
  },
} as const satisfies EntityDescriptor
