/** An expired password: signing in is refused, with a token to set a new one (pages.md §4). */

import { ApiError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'

/** The reset token that came with the refusal; undefined when the failure is another. */
export function expiredPasswordToken(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.errorCode !== ErrorCode.CREDENTIALS_EXPIRED) return undefined
  const { resetToken } = (error.body ?? {}) as { resetToken?: unknown }
  return typeof resetToken === 'string' ? resetToken : undefined
}
