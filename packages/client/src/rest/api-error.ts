/** How a call to the platform fails. */

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The wire's code (`ErrorCode` of model/errors), or undefined when the answer names none. */
  readonly errorCode: number | undefined
  readonly method: string
  readonly path: string
  /** The answer's body: JSON, text, or undefined. */
  readonly body: unknown

  constructor(
    parts: { status: number; errorCode?: number; message: string; method: string; path: string; body?: unknown },
    options?: ErrorOptions,
  ) {
    super(parts.message, options)
    this.status = parts.status
    this.errorCode = parts.errorCode
    this.method = parts.method
    this.path = parts.path
    this.body = parts.body
  }

  /** The platform could not be reached. */
  get isUnreachable(): boolean {
    return this.status === 0
  }
}

/** The session cannot go on: sign in again. Tokens are cleared when this is thrown. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
  readonly code: 'refreshTokenExpired' | 'refreshTokenFailed'
  constructor(code: 'refreshTokenExpired' | 'refreshTokenFailed', options?: ErrorOptions) {
    super(code === 'refreshTokenExpired' ? 'The session has ended.' : 'The session couldn’t be renewed.', options)
    this.code = code
  }
}
