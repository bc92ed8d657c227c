/** Load process over MQTT: devices of a tenant that publish as fast as acknowledgments allow. */

import { runLoad } from '@sonde/simulator/load/load'
import { serve } from './own-process.ts'

export interface MqttLoad {
  readonly port: number
  readonly tokens: readonly string[]
  readonly ms: number
  /** Continues after `ms` until the server has accepted a message, regardless of the machine's speed. */
  readonly untilAcked: boolean
  /** Messages in flight per device. */
  readonly inFlight: number
  readonly payload:
    | { readonly kind: 'text'; readonly text: string }
    /** Keys that no earlier message contained. */
    | { readonly kind: 'newKeys'; readonly keys: number }
    /** Text with this many characters under one key. */
    | { readonly kind: 'large'; readonly characters: number }
    /** List with this many entries, each of which becomes a message. */
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

/** Time limit of a load that waits for an acknowledgment, ms. */
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
