/** The process of a load over MQTT: devices of a tenant that publish as fast as they are let. */

import { runLoad } from '@sonde/simulator/load/load'
import { serve } from './own-process.ts'

export interface MqttLoad {
  readonly port: number
  readonly tokens: readonly string[]
  readonly ms: number
  /** Goes on after `ms` until the server has accepted something, however slow the machine is. */
  readonly untilAcked: boolean
  /** Messages of a device on their way. */
  readonly inFlight: number
  readonly payload:
    | { readonly kind: 'text'; readonly text: string }
    /** Keys that no message had before. */
    | { readonly kind: 'newKeys'; readonly keys: number }
    /** A text of so many characters under one key. */
    | { readonly kind: 'large'; readonly characters: number }
    /** A list of so many entries: each becomes a message. */
    | { readonly kind: 'list'; readonly entries: number }
}

export interface MqttLoadFigures {
  readonly sent: number
  readonly acked: number
}

function payloadOf(payload: MqttLoad['payload']): (connection: number, n: number) => Buffer {
  switch (payload.kind) {
    case 'text': {
      const bytes = Buffer.from(payload.text)
      return () => bytes
    }
    case 'newKeys':
      return (connection, n) => {
        const keys = Array.from({ length: payload.keys }, (_, i) => `"k${connection}_${n}_${i}":1`)
        return Buffer.from(`{${keys.join()}}`)
      }
    case 'large': {
      const bytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(payload.characters) }))
      return () => bytes
    }
    case 'list': {
      const bytes = Buffer.from(JSON.stringify(Array.from({ length: payload.entries }, (_, i) => ({ a: i }))))
      return () => bytes
    }
  }
}

/** A load that waits for an acknowledgement ends after that time without one. */
const ackedWithinMs = 60_000

serve({
  async run({ port, tokens, ms, untilAcked, inFlight, payload }: MqttLoad): Promise<MqttLoadFigures> {
    const over = new AbortController()
    const until = performance.now() + ms
    let isAcked = !untilAcked
    const watch = setInterval(() => {
      if (isAcked && performance.now() >= until) over.abort()
    }, 20)
    const target = { host: '127.0.0.1', port, tokens, seconds: (ms + ackedWithinMs) / 1000, inFlight, settle: false }
    const onAcked = () => {
      isAcked = true
    }
    try {
      const { sent, acked } = await runLoad({ ...target, payload: payloadOf(payload), onAcked, signal: over.signal })
      return { sent, acked }
    } finally {
      clearInterval(watch)
    }
  },
})
