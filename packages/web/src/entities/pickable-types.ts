/** Entity types from which a role can choose entities. */

import { entityKinds, entityTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import type { SignedIn } from '../session/account.ts'

/** Without a signed-in user: the types of a customer user. */
export function pickableTypes(account: Pick<SignedIn, 'auth' | 'hasEdges'> | null): readonly EntityType[] {
  const role = account?.auth.authority ?? 'CUSTOMER_USER'
  return entityTypes.filter(
    (type) => entityKinds[type].pickedBy?.some((each) => each === role) && (type !== 'EDGE' || account?.hasEdges),
  )
}
