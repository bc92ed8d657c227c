/** Load process over HTTP: repeats the same calls on many connections, with or without reading responses. */

import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './own-process.ts'

export interface HttpLoad {
  readonly baseUrl: string
  readonly token: string
  /** Used in rotation. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: string }[]
  /** Number of connections, each with one call in flight. */
  readonly connections: number
  readonly ms: number
  /** Continues after `ms` until the server has returned a status of each group, regardless of the machine's speed. */
  readonly untilAnswered?: readonly (readonly string[])[]
  /** Whether clients never read the responses. */
  readonly isDeaf?: boolean
}

export interface HttpLoadFigures {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly bytes: number
  /** Beginning of a rejected response. */
  readonly rejection: string
}

/** Time limit of a load that waits for responses, ms. */
const answeredWithinMs = 60_000

async function load(requested: HttpLoad): Promise<HttpLoadFigures> {
  const { baseUrl, token, requests, connections, ms, untilAnswered = [], isDeaf = false } = requested
  const { hostname, port } = new URL(baseUrl)
  const statuses: Record<string, number> = {}
  const figures = { bytes: 0, rejection: '' }
  const open = new Set<Socket>()
  let sent = 0
  let isOver = false

  function count(status: string) {
    statuses[status] = (statuses[status] ?? 0) + 1
  }

  function next(): string {
    const { method, path, body } = requests[sent++ % requests.length] as HttpLoad['requests'][number]
    const about =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-authorization: Bearer ${token}\r\n${about}\r\n${body ?? ''}`
  }

  function call() {
    if (isOver) return
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(call, 20)
    })
    socket.on('connect', () => socket.write(next()))
    if (isDeaf) return void socket.pause()
    let answer: { status: string; missing: number; text: string } | null = null
    socket.on('data', (bytes: Buffer) => {
      figures.bytes += bytes.length
      if (answer) answer.missing -= bytes.length
      else {
        const text = bytes.toString('latin1', 0, Math.min(bytes.length, 4000))
        const end = text.indexOf('\r\n\r\n')
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        const status = text.slice(9, 12)
        // Without a length, the connection isn't reused.
        if (length === undefined) {
          if (text.startsWith('HTTP')) count(status)
          return
        }
        answer = { status, missing: Number(length) - (bytes.length - end - 4), text: text.slice(end + 4, end + 500) }
      }
      if (answer.missing > 0) return
      count(answer.status)
      if (answer.status !== '200') figures.rejection = answer.text
      answer = null
      if (!isOver) socket.write(next())
    })
  }

  for (let i = 0; i < connections; i++) call()
  await delay(ms)
  const giveUp = performance.now() + answeredWithinMs
  const lacks = (group: readonly string[]) => group.every((status) => statuses[status] === undefined)
  while (untilAnswered.some(lacks) && performance.now() < giveUp) await delay(20)
  isOver = true
  for (const socket of open) socket.destroy()
  return { statuses, ...figures }
}

serve({ load })
