/** The process of a load of request bodies that never end, or that arrive in parts of one byte. */

import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './own-process.ts'

export interface BodyLoad {
  readonly baseUrl: string
  readonly path: string
  /** `unfinished`: most of what was announced. `parts`: chunks of one byte. */
  readonly kind: 'unfinished' | 'parts'
  readonly connections: number
  readonly bytes: number
  readonly ms: number
  /** Goes on after `ms` until the server has ended so many connections, however slow the machine is. */
  readonly endedMin: number
}

export interface BodyLoadFigures {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that the server ended. */
  readonly ended: number
}

/** Connections that are opened together. */
const atOnce = 25
/** A load that waits for connections to be ended ends after that time. */
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
    // What opening connections costs is not what this load is about.
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
