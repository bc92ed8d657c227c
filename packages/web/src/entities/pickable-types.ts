/** Entity types that a role chooses entities from (seed 1, section 6). */

import type { EntityType } from '@sonde/model/ids'
import type { SignedIn } from '../session/account.ts'

const ofCustomer: readonly EntityType[] = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER', 'USER', 'DASHBOARD']

export function pickableTypes(authority: SignedIn['auth']['authority'] | undefined): readonly EntityType[] {
  if (authority === 'SYS_ADMIN') return ['TENANT']
  return authority === 'TENANT_ADMIN' ? [...ofCustomer, 'TENANT'] : ofCustomer
}
