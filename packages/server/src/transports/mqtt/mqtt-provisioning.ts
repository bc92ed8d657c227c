/**
 * A connection for provisioning only: the client publishes once to `/provision/request` and gets the response at
 * `/provision/response`, subscribed or not. Its SUBSCRIBE isn't acknowledged, for API compatibility.
 *
 * Anyone can open such a connection, so it is short-lived: it closes when no request comes, and soon after the
 * response.
 */

import { DomainError } from '@sonde/model/errors'
import type { ProvisionAnswer } from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import type { Provisioning } from '../../devices/provisioning.ts'
import { readProvisionRequest } from '../device-requests.ts'
import { payloadText } from '../device-text.ts'
import { decodePacket, encodePublish, payloadBytesMax } from './mqtt-frames.ts'
import type { MqttLimits } from './mqtt-limits.ts'
import { Reason } from './mqtt-reasons.ts'
import type { MqttChannel, MqttHandler } from './mqtt-wire.ts'

/** User name or client ID, without a password, of a client that requests credentials. */
export const provisioningName = 'provision'
export const provisionRequestTopic = '/provision/request'
export const provisionResponseTopic = '/provision/response'

export class MqttProvisioning implements MqttHandler {
  readonly #connection: MqttChannel
  readonly #provisioning: Provisioning
  readonly #limits: MqttLimits
  #hasAsked = false
  #isClosed = false
  /** Timeout for the request; after the response, the delay until the connection closes. */
  #timer: NodeJS.Timeout

  constructor(connection: MqttChannel, provisioning: Provisioning, limits: MqttLimits) {
    this.#connection = connection
    this.#provisioning = provisioning
    this.#limits = limits
    const silent = () => connection.fail('silent', Reason.KEEP_ALIVE_TIMEOUT, 'No request for credentials received')
    this.#timer = setTimeout(silent, limits.provisioningIdleMs).unref()
  }

  get deviceId(): undefined {
    return undefined
  }

  get waitingBytes(): number {
    return 0
  }

  active() {}

  publish(bytes: Buffer, start: number, _first: number, _body: number, end: number) {
    const packet = decodePacket(bytes.subarray(start, end), this.#connection.version)
    if (packet.cmd !== 'publish') throw new Error('not a PUBLISH')
    if (packet.topic !== provisionRequestTopic) {
      this.#connection.fail(
        'topic',
        Reason.TOPIC_NAME_INVALID,
        `Before it has credentials a device publishes to ${provisionRequestTopic} only`,
      )
      return
    }
    if (packet.qos === 2) {
      this.#connection.fail('protocol', Reason.QOS_NOT_SUPPORTED, 'A request for credentials comes at QoS 0 or 1')
      return
    }
    if (packet.payload.length > payloadBytesMax) {
      this.#connection.fail('oversized', Reason.PACKET_TOO_LARGE, 'A request for credentials is too large')
      return
    }
    if (this.#hasAsked) {
      this.#connection.fail('limit', Reason.QUOTA_EXCEEDED, 'The device asks for credentials twice on one connection')
      return
    }
    const token = packet.qos === 1 ? this.#connection.expectAck(packet.messageId ?? 0) : null
    try {
      this.#ask(packet.payload as Buffer, token)
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error
      this.#connection.fail('payload', Reason.PAYLOAD_FORMAT_INVALID, 'A request for credentials is unreadable', error)
    }
  }

  #ask(payload: Buffer, token: number | null) {
    const request = readProvisionRequest(payloadText(payload, 0, payload.length))
    this.#hasAsked = true
    clearTimeout(this.#timer)
    const answered = this.#provisioning.provision(request, this.#connection.address).catch((error: unknown) => {
      // Too many requests: the response is the same as for any rejection.
      if (error instanceof DomainError) return { errorMsg: error.message, status: 'FAILURE' } satisfies ProvisionAnswer
      throw error
    })
    answered.then(
      (answer) => {
        if (this.#isClosed) return
        if (token !== null) this.#connection.settle(token, Reason.SUCCESS)
        this.#connection.send(
          encodePublish(provisionResponseTopic, JSON.stringify(answer), 0, this.#connection.version),
        )
        // Most clients disconnect by themselves after the response.
        this.#timer = setTimeout(() => this.#connection.close(Reason.SUCCESS), this.#limits.provisioningGraceMs).unref()
      },
      (error: unknown) => {
        this.#connection.fail('store', Reason.SERVER_BUSY, 'Failed to save a provisioning request.', error)
      },
    )
  }

  subscribe() {}

  unsubscribe() {}

  released() {}

  acknowledged() {}

  closed() {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
