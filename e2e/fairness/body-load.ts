/** Load process: request bodies that never end, or that arrive in chunks of one byte. */

import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './own-process.ts'

export interface BodyLoad {
  readonly baseUrl: string
  readonly path: string
  /** `unfinished`: most of the announced bytes. `parts`: chunks of one byte. */
  readonly kind: 'unfinished' | 'parts'
  readonly connections: number
  readonly bytes: number
  readonly ms: number
  /** Continues after `ms` until the server has closed this many connections, regardless of the machine's speed. */
  readonly endedMin: number
}

export interface BodyLoadFigures {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Number of connections that the server closed. */
  readonly ended: number
}

/** Number of connections that are opened together. */
const atOnce = 25
/** Time limit of a load that waits for closed connections, ms. */
const endedWithinMs = 60_000

async function load({ baseUrl, path, kind, connections, bytes, ms, endedMin }: BodyLoad): Promise<BodyLoadFigures> {
  const { hostname, port } = new URL(baseUrl)
  const statuses: Record<string, number> = {}
  const open: Socket[] = []
  let ended = 0
  const about = kind === 'parts' ? 'transfer-encoding: chunked' : `content-length: ${bytes + 1}`
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${about}\r\n\r\n`
  const body = kind === 'parts' ? '1\r\n \r\n'.repeat(bytes) : ' '.repeat(bytes)
  for (let i = 0; i < connections; i++) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.once('close', () => ended++)
    socket.once('data', (answer: Buffer) => {
      const status = String(answer).slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    socket.write(head)
    socket.write(body)
    open.push(socket)
    // The cost of opening connections isn't part of this load.
    if (i % atOnce === atOnce - 1) await delay(50)
  }
  await delay(ms)
  const giveUp = performance.now() + endedWithinMs
  while (ended < endedMin && performance.now() < giveUp) await delay(20)
  const figures = { statuses, ended }
  for (const socket of open) socket.destroy()
  return figures
}

serve({ bodies: load })
