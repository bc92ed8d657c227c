/**
 * Calls of the API that another call makes in the name of its caller, such as those of a batch. Each passes through the
 * whole pipeline like a request of its own: sign-in, permissions, limits, turns, validation, audit log and metrics.
 */

import { sendAlone } from '@sonde/model/batch/batch-limits'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Guard } from '../guard/guard.ts'
import { asNobody, createContext, runAs } from '../guard/work.ts'
import type { App, RouteInfo } from './http-app.ts'
import { errorBody } from './http-errors.ts'

export interface SubCall {
  readonly method: RouteInfo['method']
  /** Path with its query. */
  readonly path: string
  /** JSON; undefined: none. */
  readonly text: string | undefined
}

export interface SubAnswer {
  readonly status: number
  readonly isJson: boolean
  readonly text: string
}

/** Makes a call with the token, the address and the user agent of `request`. Never rejects. */
export type MakeSubCall = (request: FastifyRequest, call: SubCall) => Promise<SubAnswer>

/** The request that makes the running sub-call. */
const running = createContext<FastifyRequest>()

/** Headers of the caller that its sub-calls have too. Those of proxies don't: the address is known by then. */
const passedHeaders = ['x-authorization', 'authorization', 'user-agent', 'accept-language'] as const

const alone = (message: string) => new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message, { status: sendAlone })

/** The request that a client sent: for a sub-call, the one that makes it. */
export const sentRequest = (request: FastifyRequest): FastifyRequest => running.getStore() ?? request

/** Throws 421 when the running request is a sub-call, and its route has to be called on its own. */
export function checkSubCall(route: Omit<RouteInfo, 'audit' | 'method'>): void {
  if (running.getStore() === undefined) return
  const { path, authorities, waits, bodyStream, bodyText, holdsCalls } = route
  if (holdsCalls) throw alone('A batch can’t contain a batch. Add its requests to this one, or send it on its own.')
  if (authorities === 'anyone' || path.startsWith('/api/auth/')) {
    throw alone('A batch can’t contain calls for signing in, for devices or for anyone. Send this call on its own.')
  }
  if (waits) throw alone('A batch can’t contain calls that wait for a device or a server. Send this call on its own.')
  if (bodyStream) throw alone('A batch can’t contain files. Send this call on its own.')
  // Parsing and writing it again would turn 21.0 into 21.
  if (bodyText) throw alone('A batch can’t contain calls that need their body unchanged. Send this call on its own.')
}

export interface SubCallsDeps {
  readonly app: Pick<App, 'inject'>
  readonly guard: Pick<Guard, 'work'>
  readonly clock: Clock
}

export function createSubCalls({ app, guard, clock }: SubCallsDeps): MakeSubCall {
  const failure = (status: number, message: string): SubAnswer => ({
    status,
    isJson: true,
    text: JSON.stringify(errorBody(status, ErrorCode.GENERAL, message, clock.nowMs())),
  })
  const failed = () => failure(500, 'The server failed. Find the reason in its log.')

  async function inject({ headers, ip, host }: FastifyRequest, { method, path, text }: SubCall) {
    const passed = passedHeaders.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as const],
    )
    try {
      const {
        statusCode,
        payload,
        headers: answered,
      } = await app.inject({
        method,
        url: path,
        remoteAddress: ip,
        headers: {
          ...Object.fromEntries(passed),
          host,
          accept: 'application/json',
          ...(text !== undefined && { 'content-type': 'application/json' }),
        },
        ...(text !== undefined && { payload: text }),
      })
      return { status: statusCode, isJson: /\bjson\b/.test(String(answered['content-type'] ?? '')), text: payload }
    } catch (error) {
      if ((error as { code?: unknown }).code === 'FST_ERR_REOPENED_CLOSE_SERVER') {
        return failure(503, 'The server is stopping. Retry in a moment.')
      }
      return failed()
    }
  }

  return (request, call) =>
    new Promise((resolve) => {
      // Of its own, because an unexpected error in it must neither end the batch nor keep it waiting.
      const work = guard.work({
        part: 'request',
        fields: () => ({ method: call.method, remote: request.ip }),
        end: () => resolve(failed()),
      })
      // Outside of the batch's turn, so that each call waits for a turn and has a budget of its own.
      asNobody(() => runAs(work, () => running.run(request, () => void inject(request, call).then(resolve))))
    })
}
