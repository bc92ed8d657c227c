/**
 * A connection that only asks for credentials (devices.md §11): it may publish to `/provision/request` and gets its
 * answer at `/provision/response`, subscribed or not. Its SUBSCRIBE is not answered, as on the wire.
 */

import { PayloadError } from '@sonde/model/telemetry/payload'
import type { Provisioning } from '../../devices/provisioning.ts'
import { readProvisionRequest } from '../device-requests.ts'
import { payloadText } from '../device-text.ts'
import { decodePacket, encodePublish, payloadBytesMax } from './mqtt-frames.ts'
import { Reason } from './mqtt-reasons.ts'
import type { MqttParty, MqttWire } from './mqtt-wire.ts'

/** What a client shows as user name or client id, without a password. */
export const provisioningName = 'provision'
export const provisionRequestTopic = '/provision/request'
export const provisionResponseTopic = '/provision/response'
/** From an answer until the server closes: the device has what it came for. */
export const provisioningGraceMs = 60_000

export class MqttProvisioning implements MqttParty {
  readonly #connection: MqttWire
  readonly #provisioning: Provisioning
  #isAsking = false
  #isClosed = false
  #grace: NodeJS.Timeout | null = null

  constructor(connection: MqttWire, provisioning: Provisioning) {
    this.#connection = connection
    this.#provisioning = provisioning
  }

  get deviceId(): undefined {
    return undefined
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
    if (this.#isAsking) {
      this.#connection.fail('limit', Reason.QUOTA_EXCEEDED, 'The device asks again before it was answered')
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
    this.#isAsking = true
    this.#provisioning.provision(request).then(
      (answer) => {
        this.#isAsking = false
        if (this.#isClosed) return
        if (token !== null) this.#connection.settle(token, Reason.SUCCESS)
        this.#connection.send(
          encodePublish(provisionResponseTopic, JSON.stringify(answer), 0, this.#connection.version),
        )
        this.#grace ??= setTimeout(() => this.#connection.close(Reason.SUCCESS), provisioningGraceMs).unref()
      },
      (error: unknown) => {
        this.#isAsking = false
        this.#connection.fail('store', Reason.SERVER_BUSY, 'A request for credentials could not be stored', error)
      },
    )
  }

  subscribe() {}

  unsubscribe() {}

  released() {}

  acknowledged() {}

  closed() {
    this.#isClosed = true
    if (this.#grace) clearTimeout(this.#grace)
  }
}
