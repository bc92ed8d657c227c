/** Entity types that a role chooses entities from (seed 1, section 6). */

import type { EntityType } from '@sonde/model/ids'
import type { SignedIn } from '../session/account.ts'

const ofCustomer: readonly EntityType[] = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER', 'USER', 'DASHBOARD']

export function pickableTypes(account: Pick<SignedIn, 'auth' | 'hasEdges'> | null): readonly EntityType[] {
  if (account?.auth.authority === 'SYS_ADMIN') return ['TENANT']
  const types = ofCustomer.filter((type) => type !== 'EDGE' || account?.hasEdges)
  return account?.auth.authority === 'TENANT_ADMIN' ? [...types, 'TENANT'] : types
}
