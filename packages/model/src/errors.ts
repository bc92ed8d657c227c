/**
 * Errors caused by the caller, with the error codes of the API.
 *
 * Other failures aren't DomainErrors: external failures keep their cause, programming errors stop the affected
 * component.
 */

import { Rejection } from './rejection.ts'

export const ErrorCode = {
  GENERAL: 2,
  AUTHENTICATION: 10,
  JWT_TOKEN_EXPIRED: 11,
  TENANT_TRIAL_EXPIRED: 12,
  CREDENTIALS_EXPIRED: 15,
  PERMISSION_DENIED: 20,
  INVALID_ARGUMENTS: 30,
  BAD_REQUEST_PARAMS: 31,
  ITEM_NOT_FOUND: 32,
  TOO_MANY_REQUESTS: 33,
  TOO_MANY_UPDATES: 34,
} as const

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

/** HTTP status of each error code. */
export const statusOf: Record<ErrorCode, number> = {
  2: 500,
  10: 401,
  11: 401,
  12: 401,
  15: 401,
  20: 403,
  30: 400,
  31: 400,
  32: 404,
  33: 429,
  34: 429,
}

export class DomainError extends Rejection {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly status: number
  /** Additional keys of the response body, such as `resetToken`. */
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which a retry may succeed, for the header `Retry-After`. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    message: string,
    options: { status?: number; details?: Record<string, unknown>; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status ?? statusOf[code]
    this.details = options.details ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

export const badRequest = (message: string): DomainError => new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message)

export const forbidden = (message = "You don't have permission for this operation."): DomainError =>
  new DomainError(ErrorCode.PERMISSION_DENIED, message)

export const notFound = (type: string, id: string): DomainError =>
  new DomainError(ErrorCode.ITEM_NOT_FOUND, `${type} ${id} was not found.`)

export const unauthenticated = (message: string): DomainError => new DomainError(ErrorCode.AUTHENTICATION, message)

/** Throws if an assumption of the code doesn't hold. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`)
}
