/**
 * Batches: many calls of the API in one request. Each call is checked, limited and logged as if it came alone; the batch
 * only saves the requests. A few calls run at a time, so that a batch takes no more of the server than a page does.
 */

import type { BatchInput } from '@sonde/model/batch/batch'
import { batchAnswerBytesMax, batchAnswersBytesMax, sendAlone } from '@sonde/model/batch/batch-limits'
import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { errorAnswer } from '../http/http-errors.ts'
import type { MakeSubCall, SubAnswer, SubCall } from '../http/sub-calls.ts'
import type { Turns } from '../turns/turns.ts'

/** Maximum number of calls of a batch in progress. */
const callsAtOnce = 4

export interface BatchDeps {
  readonly makeCall: MakeSubCall
  readonly turns: Pick<Turns, 'budget'>
  readonly clock: Clock
}

export interface BatchService {
  /** Resolves with the JSON text of a `BatchResult`. Once the signal is aborted, no further call begins. */
  run(request: FastifyRequest, batch: BatchInput, signal: AbortSignal): Promise<string>
}

type Requested = BatchInput['requests'][number]

function callOf({ method, path, body }: Requested): SubCall {
  // The router sees the resolved path: `/api/../assets` is none of the API.
  const resolved = URL.parse(path, 'http://server')?.pathname ?? ''
  if (!path.startsWith('/api/') || !resolved.startsWith('/api/')) {
    throw badRequest('The path of a call in a batch must start with /api/.')
  }
  return { method, path, text: body === undefined ? undefined : JSON.stringify(body) }
}

const tooLong = (message: string) => new DomainError(ErrorCode.BAD_REQUEST_PARAMS, message, { status: sendAlone })
const answerTooLong = tooLong(
  `The response has more than ${batchAnswerBytesMax} bytes, too long for a batch. Send this call on its own.`,
)
const answersTooLong = tooLong(
  `The responses of this batch have more than ${batchAnswersBytesMax} bytes. Send this call on its own.`,
)

const jsonOf = ({ status, isJson, text }: SubAnswer): string =>
  text === '' ? `{"status":${status}}` : `{"status":${status},"body":${isJson ? text : JSON.stringify(text)}}`

export function createBatchService({ makeCall, turns, clock }: BatchDeps): BatchService {
  function refused(error: DomainError, request: FastifyRequest): SubAnswer {
    const { status, body } = errorAnswer(error, request.id, clock.nowMs())
    return { status, isJson: true, text: JSON.stringify(body) }
  }

  /** What was read can be read again; what was changed stays done, so its status stays too. */
  function bounded(request: FastifyRequest, { method }: Requested, answer: SubAnswer): SubAnswer {
    try {
      if (answer.text.length > batchAnswerBytesMax) throw answerTooLong
      turns.budget?.spend(answer.text.length)
      return answer
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return method === 'GET' ? refused(error, request) : { ...answer, text: '' }
    }
  }

  async function answerOf(request: FastifyRequest, requested: Requested): Promise<SubAnswer> {
    try {
      return bounded(request, requested, await makeCall(request, callOf(requested)))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return refused(error, request)
    }
  }

  return {
    async run(request, { requests, inOrder = false }, signal) {
      const answers: string[] = []
      let characters = 0
      const waiting = requests.entries()
      const work = async () => {
        for (const [at, requested] of waiting) {
          if (signal.aborted) return
          const answer =
            characters < batchAnswersBytesMax ? await answerOf(request, requested) : refused(answersTooLong, request)
          characters += answer.text.length
          answers[at] = jsonOf(answer)
        }
      }
      await Promise.all(Array.from({ length: inOrder ? 1 : callsAtOnce }, work))
      signal.throwIfAborted()
      return `{"responses":[${answers.join(',')}]}`
    },
  }
}
