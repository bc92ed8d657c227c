/** Storage and access rules of persistent RPC calls. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { all, some } from './rules.ts'

export const rpc = {
  table: 'rpc',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    device_id: 'text',
    expiration_time: 'number',
    request: 'text',
    response: 'text or null',
    status: 'text',
    additional_info: 'text or null',
  },
  owner: { through: ['DEVICE', 'device_id'] },
  rules: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_CUSTOMER', 'READ') },
} as const satisfies EntityDescriptor
