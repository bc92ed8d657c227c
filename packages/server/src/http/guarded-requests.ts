/** Ends a request when an unexpected error is thrown in one of its callbacks. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ErrorCode } from '@sonde/model/errors'
import type { Clock } from '../clock.ts'
import type { Guard } from '../guard/guard.ts'
import { runAs } from '../guard/work.ts'
import { answerAndClose, errorBody } from './http-errors.ts'

export interface GuardedRequestsDeps {
  readonly guard: Pick<Guard, 'work'>
  readonly clock: Clock
}

export function guardedRequests({ guard, clock }: GuardedRequestsDeps, handle: RequestListener): RequestListener {
  return (request, response) => {
    const work = guard.work({
      part: 'request',
      fields: () => ({ method: request.method, remote: request.socket.remoteAddress }),
      end: () => end(request, response, clock.nowMs()),
    })
    runAs(work, () => handle(request, response))
  }
}

/** Responds with 500 if no response was started; otherwise destroys the connection. */
function end(request: IncomingMessage, response: ServerResponse, nowMs: number): void {
  if (response.writableEnded) return
  if (response.headersSent) return void response.destroy()
  const message = 'The server failed. Find the reason in its log.'
  answerAndClose(request, response, errorBody(500, ErrorCode.GENERAL, message, nowMs))
}
