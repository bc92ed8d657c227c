/** Converts errors to responses with the API's error body `{status, message, errorCode, timestamp}`. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import type { FastifyError } from 'fastify'
import { StoreFailed } from '../storage/storage.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Value of the `Retry-After` header, in seconds. */
  readonly retryAfterSeconds?: number | null
  /** A defect or a failure of the environment: the cause is logged. */
  readonly isUnexpected: boolean
}

export const errorBody = (status: number, errorCode: number, message: string, nowMs: number) => ({
  status,
  message,
  errorCode,
  timestamp: new Date(nowMs).toISOString(),
})

/** Responds outside of the app; nothing more is read from the connection. */
export function answerAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  body: ReturnType<typeof errorBody>,
): void {
  response.writeHead(body.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(JSON.stringify(body))
  request.resume()
}

export function errorAnswer(error: unknown, correlationId: string, nowMs: number): ErrorAnswer {
  const answer = (status: number, code: number, message: string, details = {}): ErrorAnswer => ({
    status,
    body: { ...errorBody(status, code, message, nowMs), ...details },
    isUnexpected: false,
  })
  if (error instanceof DomainError) {
    const { status, code, message, details, retryAfterSeconds } = error
    return { ...answer(status, code, message, details), retryAfterSeconds }
  }
  // The storage has logged the error, and its message is meant for users.
  if (error instanceof StoreFailed) return answer(503, ErrorCode.GENERAL, error.message)
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (validation) {
    return answer(400, ErrorCode.BAD_REQUEST_PARAMS, validationMessage(validation, validationContext))
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return answer(413, ErrorCode.BAD_REQUEST_PARAMS, 'The request body is too large. Send less at once.')
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return answer(statusCode, ErrorCode.BAD_REQUEST_PARAMS, 'The request is malformed.')
  }
  return {
    ...answer(500, ErrorCode.GENERAL, `The server failed. Find the reason in its log under ${correlationId}.`),
    isUnexpected: true,
  }
}

type Fault = NonNullable<FastifyError['validation']>[number]

/** Maximum number of faults named in a message. */
const faultsNamedMax = 5

function validationMessage(faults: readonly Fault[], context: FastifyError['validationContext']): string {
  const byField = new Map<string, string>()
  for (const fault of faults) {
    const field = fieldOf(fault)
    // Every branch of a union reports faults; the first fault of a field is the most useful one.
    if (!byField.has(field)) byField.set(field, `${field || (context ?? 'body')} ${complaint(fault)}`)
  }
  const named = [...byField.values()].slice(0, faultsNamedMax)
  const more = byField.size - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

function fieldOf({ instancePath, keyword, params }: Fault): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const property = keyword === 'required' ? params.missingProperty : params.additionalProperty
  if (typeof property !== 'string') return path
  return path === '' ? property : `${path}.${property}`
}

function complaint({ keyword, params, message }: Fault): string {
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'additionalProperties':
      return 'is unknown'
    case 'maxLength':
      return `has more than ${params.limit} characters`
    case 'minLength':
      return params.limit === 1 ? 'is empty' : `has fewer than ${params.limit} characters`
    case 'maxItems':
      return `has more than ${params.limit} items; send the others separately`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'pattern':
      return 'has the wrong format'
    default:
      return message ?? 'is not valid'
  }
}
