/** Fake REST client for tests that records its calls. */

import type { Client } from '../session/page-client.ts'

export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface RecordedRest {
  readonly calls: RecordedCall[]
  /** Calls with the given method. */
  readonly of: (method: string) => RecordedCall[]
  readonly rest: Client['rest']
}

/** `answer`: returns the response; throws to fail the request. */
export function recordedRest(answer: (call: RecordedCall) => unknown): RecordedRest {
  const calls: RecordedCall[] = []
  const request = async (method: string, path: string, options: Omit<RecordedCall, 'method' | 'path'> = {}) => {
    const call = { method, path, query: options.query, body: options.body }
    calls.push(call)
    return answer(call)
  }
  return {
    calls,
    of: (method) => calls.filter((call) => call.method === method),
    rest: { request } as unknown as Client['rest'],
  }
}
