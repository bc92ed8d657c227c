/** MQTT client for tests that can wait for messages. */

import type { MqttClient } from 'mqtt'
import { until } from '../../until-testing.ts'

export interface Received {
  readonly topic: string
  readonly payload: unknown
}

/** Waits for messages instead of for a fixed time. */
export class TestClient {
  readonly client: MqttClient
  readonly closed: Promise<void>
  isClosed = false
  readonly #received: Received[] = []

  constructor(client: MqttClient) {
    this.client = client
    client.on('error', () => {})
    client.on('message', (topic, payload) => {
      this.#received.push({ topic, payload: jsonOrText(payload.toString()) })
    })
    this.closed = new Promise((resolve) => {
      client.once('close', () => {
        this.isClosed = true
        resolve()
      })
    })
  }

  publish(topic: string, payload: unknown, qos: 0 | 1 | 2 = 1) {
    return this.client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos })
  }

  async subscribe(topic: string, qos: 0 | 1 | 2 = 1): Promise<number> {
    return new Promise((resolve) => {
      this.client.subscribe(topic, { qos }, (_error, grants, packet) => {
        const granted = packet && 'granted' in packet ? packet.granted?.[0] : grants?.[0]?.qos
        resolve(Number(granted))
      })
    })
  }

  /** Waits for the next message and removes it from the queue. */
  async next(): Promise<Received> {
    await until(() => this.#received.length > 0, 'the next message')
    return this.#received.shift() as Received
  }

  /** Received messages that weren't consumed by `next`. */
  get waiting(): readonly Received[] {
    return this.#received
  }
}

export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
