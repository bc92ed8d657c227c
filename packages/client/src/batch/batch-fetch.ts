/**
 * A `fetch` that gathers calls and sends them as batches, for work on many entities. Pass it as an option of each call:
 * the calls resolve and fail as if each had been sent alone.
 *
 *     const how = { fetch: createBatchFetch() }
 *     await Promise.all(ids.map((id) => devices.delete(id, how)))
 */

import { batchCallsMax, batchMethods, batchPath, sendAlone } from '@sonde/model/batch/batch-limits'
import { parseJson } from '@sonde/model/exact-json'

/** Maximum characters of a gathered call, and of all calls of a batch: less than the bytes that a request may have. */
const batchCharactersMax = 256 * 1024

export interface BatchFetchOptions {
  /** Default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch
  /** Each call begins when the one before it has ended. */
  readonly inOrder?: boolean
}

interface Gathered {
  readonly url: string
  readonly init: RequestInit
  /** The call as JSON. */
  readonly text: string
  readonly resolve: (response: Response | Promise<Response>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers the JSON calls that begin before the next task of the event loop. Other calls, such as files and calls that
 * can be aborted, are sent at once.
 */
export function createBatchFetch(options: BatchFetchOptions = {}): typeof globalThis.fetch {
  const { fetch = globalThis.fetch, inOrder = false } = options
  /** By the server and the token that they are for. */
  const waiting = new Map<string, Gathered[]>()

  return async (input, init = {}) => {
    const text = typeof input === 'string' ? textOf(input, init) : null
    if (typeof input !== 'string' || text === null) return fetch(input, init)
    return new Promise<Response>((resolve, reject) => {
      if (waiting.size === 0) setTimeout(sendAll)
      const key = `${originOf(input)} ${tokenOf(init)}`
      const calls = waiting.get(key) ?? []
      waiting.set(key, calls)
      calls.push({ url: input, init, text, resolve, reject })
    })
  }

  function sendAll() {
    const all = [...waiting.values()]
    waiting.clear()
    for (const portion of all.flatMap(portionsOf)) void send(portion)
  }

  async function send(calls: readonly Gathered[]): Promise<void> {
    const [first] = calls as readonly [Gathered, ...Gathered[]]
    const alone = ({ url, init, resolve }: Gathered) => resolve(fetch(url, init))
    if (calls.length === 1) return alone(first)
    try {
      const body = `{"requests":[${calls.map(({ text }) => text).join(',')}]${inOrder ? ',"inOrder":true' : ''}}`
      const headers = { ...(first.init.headers as Record<string, string>), 'content-type': 'application/json' }
      const response = await fetch(originOf(first.url) + batchPath, { method: 'POST', headers, body })
      const answered = await response.text()
      // Rejected as a whole, such as for an expired token: that holds for each call.
      if (!response.ok) {
        for (const { resolve } of calls) resolve(new Response(answered, { status: response.status }))
        return
      }
      const { responses } = parseJson(answered) as { responses: readonly { status: number; body?: unknown }[] }
      for (const [i, call] of calls.entries()) {
        const { status, body } = responses[i] as (typeof responses)[number]
        if (status === sendAlone) alone(call)
        else call.resolve(new Response(body === undefined ? null : bodyText(body), { status }))
      }
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }
}

const originOf = (url: string): string => /^\w+:\/\/[^/]+/.exec(url)?.[0] ?? ''

const tokenOf = ({ headers }: RequestInit): string =>
  (headers as Record<string, string> | undefined)?.['X-Authorization'] ?? ''

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** The call as a batch contains it; null: it can't be in one. */
function textOf(url: string, { method = 'GET', body, signal, redirect }: RequestInit): string | null {
  const path = url.slice(originOf(url).length)
  if (signal || redirect || !batchMethods.some((one) => one === method)) return null
  if (body !== undefined && typeof body !== 'string') return null
  const text = `{"method":"${method}","path":${JSON.stringify(path)}${body === undefined ? '' : `,"body":${body}`}}`
  return text.length > batchCharactersMax ? null : text
}

function portionsOf(calls: readonly Gathered[]): readonly (readonly Gathered[])[] {
  const portions: Gathered[][] = []
  let left = 0
  for (const call of calls) {
    const last = portions.at(-1)
    left -= call.text.length
    if (last && last.length < batchCallsMax && left >= 0) last.push(call)
    else {
      portions.push([call])
      left = batchCharactersMax - call.text.length
    }
  }
  return portions
}
