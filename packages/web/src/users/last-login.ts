/** Time of a user's last sign-in. */

import type { User } from '@sonde/client/users/user-calls'
import { additionalInfoOf } from '../entities/additional-info.ts'

/** Epoch ms; undefined before the first sign-in. */
export function lastLoginOf(user: User): number | undefined {
  const { lastLoginTs } = additionalInfoOf(user)
  return typeof lastLoginTs === 'number' && lastLoginTs > 0 ? lastLoginTs : undefined
}
