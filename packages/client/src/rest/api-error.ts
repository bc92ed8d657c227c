/** Errors of API calls. */

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  /** Error code of the API (`ErrorCode` of model/errors); undefined if the response has none. */
  readonly errorCode: number | undefined
  readonly method: string
  readonly path: string
  /** Response body: JSON, text, or undefined. */
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

  /** Whether the server could not be reached. */
  get isUnreachable(): boolean {
    return this.status === 0
  }
}

/** The session has ended and the user must sign in again. The tokens are cleared before this is thrown. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
  readonly code: 'refreshTokenExpired' | 'refreshTokenFailed'
  constructor(code: 'refreshTokenExpired' | 'refreshTokenFailed', options?: ErrorOptions) {
    super(code === 'refreshTokenExpired' ? 'The session has ended.' : 'The session couldn’t be renewed.', options)
    this.code = code
  }
}
