/** Expired passwords: the server rejects sign-in and returns a token to set a new password. */

import { ApiError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'

/** Reset token of the rejection; undefined for any other failure. */
export function expiredPasswordToken(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.errorCode !== ErrorCode.CREDENTIALS_EXPIRED) return undefined
  const { resetToken } = (error.body ?? {}) as { resetToken?: unknown }
  return typeof resetToken === 'string' ? resetToken : undefined
}
