/** Access rules of assets. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { plainDescriptor } from './plain-descriptor.ts'
import { all, customersWith, some } from './rules.ts'

export const asset = {
  ...plainDescriptor('ASSET'),
  rules: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [...customersWith(), ...some('NAMED_FOR_VISITORS', 'WRITE_ATTRIBUTES')],
  },
} as const satisfies EntityDescriptor
