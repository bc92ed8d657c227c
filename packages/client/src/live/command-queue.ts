/**
 * Queue of outgoing commands. Commands of the same event loop turn are batched in frames within the server's limits.
 */

import {
  commandsPerFrame,
  frameBytesMax,
  type LiveCommandList,
  type LiveCommands,
  type LiveFrame,
} from '@sonde/model/entity-query/live-commands'

interface QueuedCommand {
  readonly list: LiveCommandList
  readonly cmdId: number
  readonly json: string
}

export interface CommandQueueDeps {
  readonly isOpen: () => boolean
  readonly send: (text: string) => void
  /** Called with a command that is too large for a frame. */
  readonly reject: (cmdId: number, message: string) => void
}

const encoder = new TextEncoder()

export function createCommandQueue({ isOpen, send, reject }: CommandQueueDeps) {
  let queued: QueuedCommand[] = []
  let scheduled = false

  function flush() {
    scheduled = false
    if (!isOpen()) return
    let frame: QueuedCommand[] = []
    let bytes = 0
    const ready = queued
    queued = []
    for (const command of ready) {
      const size = encoder.encode(command.json).length + 2
      if (size > frameBytesMax - envelopeBytes) {
        reject(command.cmdId, `The subscription has ${size} bytes; the limit is ${frameBytesMax}. Ask for less.`)
        continue
      }
      // Within a frame, the server processes list by list. Commands with the same id go into separate frames, to retain
      // their order.
      const last = frame.at(-1)
      const full = frame.length === commandsPerFrame || bytes + size > frameBytesMax - envelopeBytes
      if (last && (full || frame.some((one) => one.cmdId === command.cmdId))) {
        send(frameText(frame))
        frame = []
        bytes = 0
      }
      frame.push(command)
      bytes += size
    }
    if (frame.length > 0) send(frameText(frame))
  }

  return {
    add<L extends LiveCommandList>(list: L, command: LiveCommands[L]) {
      queued.push({ list, cmdId: command.cmdId, json: JSON.stringify(command) })
      if (scheduled) return
      scheduled = true
      queueMicrotask(flush)
    },
    /** Removes a command from the queue. Returns whether it was still queued. */
    withdraw(cmdId: number): boolean {
      const before = queued.length
      queued = queued.filter((command) => command.cmdId !== cmdId)
      return queued.length < before
    },
    clear() {
      queued = []
    },
  }
}

/** Bytes reserved for the names of the lists. */
const envelopeBytes = 512

function frameText(commands: readonly QueuedCommand[]): string {
  const lists = new Map<keyof LiveFrame, string[]>()
  for (const { list, json } of commands) {
    const texts = lists.get(list)
    if (texts) texts.push(json)
    else lists.set(list, [json])
  }
  return `{${[...lists].map(([list, texts]) => `"${list}":[${texts.join(',')}]`).join(',')}}`
}
