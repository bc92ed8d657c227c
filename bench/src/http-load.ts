/**
 * HTTP load as fast as responses allow: a fixed number of persistent connections, one request at a time on each.
 *
 * Uses sockets without a client library, because the load tool shares the machine with the server under test. Responses
 * are parsed by status and content length; a chunked one, which lists and single entities never are, aborts the run.
 */

import { connect, type Socket } from 'node:net'
import { createLatencies, type Latencies } from '@sonde/simulator/load/latencies'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface HttpLoadOptions {
  readonly baseUrl: string
  readonly token: string
  readonly connections: number
  readonly seconds: number
  /** The n-th request, counted over all connections. */
  readonly request: (n: number) => HttpRequest
}

export interface HttpLoadResult {
  readonly perSecond: number
  readonly latencies: Latencies
}

/** Rejects if a response has another status than 200. */
export async function runHttpLoad(options: HttpLoadOptions): Promise<HttpLoadResult> {
  const { hostname, port, host } = new URL(options.baseUrl)
  const latencies = createLatencies()
  const head = `host: ${host}\r\nx-authorization: Bearer ${options.token}\r\n`
  const started = performance.now()
  const until = started + options.seconds * 1000
  let sent = 0
  let answered = 0

  function next(): string | null {
    if (performance.now() >= until) return null
    const { method, path, body } = options.request(sent++)
    const about =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return `${method} ${path} HTTP/1.1\r\n${head}${about}\r\n${body ?? ''}`
  }

  await Promise.all(
    Array.from(
      { length: options.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: hostname, port: Number(port), noDelay: true })
          const answers = createAnswers()
          let sentAt = 0
          const send = () => {
            const text = next()
            if (text === null) {
              socket.end()
              resolve()
              return
            }
            sentAt = performance.now()
            socket.write(text)
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('close', () => reject(new Error('The connection was closed before its answer.')))
          socket.on('data', (bytes: Buffer) => {
            const answer = answers.add(bytes)
            if (answer === null) return
            if (answer.status !== 200) fail(socket, reject, answer.text)
            else {
              answered++
              latencies.note((performance.now() - sentAt) * 1e6)
              send()
            }
          })
        }),
    ),
  )
  return { perSecond: answered / ((performance.now() - started) / 1000), latencies }
}

function fail(socket: Socket, reject: (error: Error) => void, text: string) {
  socket.destroy()
  reject(new Error(`An answer was none of 200: ${text}`))
}

/** Parser for the responses of a connection, with at most one response in flight. */
function createAnswers() {
  /** Missing bytes of the current response, once its head is complete. */
  let missing = -1
  let text = ''
  return {
    /** Status and beginning of a complete response; null: incomplete. */
    add(bytes: Buffer): { status: number; text: string } | null {
      if (missing < 0) {
        text += bytes.toString('latin1', 0, bytes.length)
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return null
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        if (length === undefined) throw new Error(`An answer without a length: ${text.slice(0, 1000)}`)
        missing = Number(length) - (text.length - end - 4)
      } else missing -= bytes.length
      if (missing > 0) return null
      const answer = { status: Number(text.slice(9, 12)), text: text.slice(0, 1000) }
      missing = -1
      text = ''
      return answer
    },
  }
}
