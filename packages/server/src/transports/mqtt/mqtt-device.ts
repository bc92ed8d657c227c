/**
 * Handles the packets of an authenticated device: uploads, requests, calls in both directions and subscriptions.
 *
 * It is also the link of the device's session: downlinks are sent here, with topics in the form that the device last
 * used for that family.
 */

import { PayloadError } from '@sonde/model/telemetry/payload'
import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { DeviceActivity } from '../../activity/device-activity.ts'
import { type TransportLog, whyOf } from '../../activity/transport-log.ts'
import type { DeviceRecord } from '../../devices/device-directory.ts'
import { runAs } from '../../guard/work.ts'
import { LimitReached } from '../../limits/limits.ts'
import { RateLimitExceeded } from '../../limits/too-many-messages.ts'
import type { DeviceAnswers } from '../device-answers.ts'
import type { DeviceFaults } from '../device-faults.ts'
import { type DeviceClaims, readAttributeRequest, readClaim, readClientCall } from '../device-requests.ts'
import type { CloseReason, DeviceSession, ServerRpc, SessionLink } from '../device-session.ts'
import { checkPayloadText, payloadText } from '../device-text.ts'
import type { SessionRegistry } from '../session-registry.ts'
import type { TransportCounts } from '../transport-counts.ts'
import type { Uplink } from '../uplink.ts'
import type { Downlink } from './mqtt-downlink.ts'
import { encodePacket, payloadBytesMax } from './mqtt-frames.ts'
import type { Filters } from './mqtt-kept-sessions.ts'
import type { MqttLimits } from './mqtt-limits.ts'
import { publishQos, readPublish } from './mqtt-publish.ts'
import { Reason, subscriptionRejected } from './mqtt-reasons.ts'
import { completedPacket, Receipts, receivedPacket } from './mqtt-receipts.ts'
import {
  attributeResponseTopic,
  attributesTopic,
  callReplyTopic,
  callTopic,
  type KnownFilter,
  knownFilter,
  type SubscriptionFamily,
  type TopicForm,
  uploadOf,
} from './mqtt-topics.ts'
import { AckAnswer, NoAnswer, ReceiptAnswer, type UploadAnswer } from './mqtt-upload-answers.ts'
import { type MqttChannel, type MqttHandler, Pause } from './mqtt-wire.ts'

export interface MqttDeviceDeps {
  readonly sessions: SessionRegistry
  readonly uplink: Uplink
  readonly activity: DeviceActivity
  readonly answers: DeviceAnswers
  readonly claims: DeviceClaims
  readonly faults: DeviceFaults
  readonly counts: TransportCounts
  readonly limits: MqttLimits
  readonly log: TransportLog
  newClientId(): string
}

/** Maximum number of filters of one SUBSCRIBE or UNSUBSCRIBE. */
const filtersPerPacketMax = 64

const noGateway = 'The gateway API isn’t supported. Connect each device directly.'
const noProtobuf = 'Protobuf isn’t supported. Send JSON, and set JSON in the device profile.'

const closeReasons: Record<CloseReason, number> = {
  deviceDeleted: Reason.ADMINISTRATIVE,
  credentialsChanged: Reason.ADMINISTRATIVE,
  takenOver: Reason.TAKEN_OVER,
  stopping: Reason.SHUTTING_DOWN,
}

/** Receipts of QoS 2 uploads, and how they are answered. */
interface QosTwo {
  readonly receipts: Receipts
  readonly answer: UploadAnswer
}

export class MqttDevice implements MqttHandler, SessionLink {
  readonly #connection: MqttChannel
  readonly #deps: MqttDeviceDeps
  readonly #downlink: Downlink
  #session: DeviceSession | null = null
  #requests = 0
  readonly #noAnswer: UploadAnswer
  readonly #ackAnswer: UploadAnswer
  /** Created when the client first publishes at QoS 2. */
  #qosTwo: QosTwo | null = null
  readonly #filters: Filters
  #attributesForm: TopicForm = 'v1'
  #callForm: TopicForm = 'v1'
  #attributeResponseForm: TopicForm = 'v1'
  #callReplyForm: TopicForm = 'v1'

  /** `filters`: subscriptions of the client's kept session, which this object changes; else an empty map. */
  constructor(connection: MqttChannel, deps: MqttDeviceDeps, downlink: Downlink, filters: Filters) {
    this.#connection = connection
    this.#noAnswer = new NoAnswer(connection)
    this.#ackAnswer = new AckAnswer(connection)
    this.#deps = deps
    this.#downlink = downlink
    this.#filters = filters
  }

  get deviceId(): string | undefined {
    return this.#session?.device.id.id
  }

  get waitingBytes(): number {
    return this.#downlink.waitingBytes
  }

  open(device: DeviceRecord) {
    this.#session = this.#deps.sessions.open('MQTT', device, this)
    for (const { known } of this.#filters.values()) this.#choose(known)
    if (this.#filters.size > 0) this.#subscribed(this.#session, this.#wants('calls'))
  }

  closed() {
    if (this.#session) this.#deps.sessions.closed(this.#session)
  }

  /** Records activity of the device; any packet counts. */
  active() {
    if (this.#session) this.#deps.activity.seen(this.#session.device)
  }

  // Uploads.

  publish(bytes: Buffer, start: number, first: number, body: number, end: number) {
    const session = this.#session
    if (!session) return
    const connection = this.#connection
    const qos = publishQos(first)
    if (qos === 2 && connection.version === 5) {
      connection.fail('protocol', Reason.QOS_NOT_SUPPORTED, 'The device publishes at QoS 2; the most is 1')
      return
    }
    const { topic, packetId, hasTopicAlias, at } = readPublish(bytes, start, first, body, end, connection.version)
    if (hasTopicAlias) {
      connection.fail('protocol', Reason.TOPIC_ALIAS_INVALID, 'The device uses a topic alias, which isn’t supported')
      return
    }
    if (end - at > payloadBytesMax) {
      connection.fail('oversized', Reason.PACKET_TOO_LARGE, `A payload has ${end - at} bytes`)
      return
    }
    if (qos === 2) {
      const { receipts, answer } = this.#receiptsOf()
      if (this.#isReceivedOnce(receipts, packetId)) this.#upload(session, topic, packetId, answer, bytes, at, end)
    } else this.#upload(session, topic, packetId, qos === 1 ? this.#ackAnswer : this.#noAnswer, bytes, at, end)
  }

  #receiptsOf(): QosTwo {
    if (this.#qosTwo) return this.#qosTwo
    const receipts = new Receipts(this.#deps.limits.unacknowledgedMax)
    this.#qosTwo = { receipts, answer: new ReceiptAnswer(this.#connection, receipts) }
    return this.#qosTwo
  }

  /** Returns true when a QoS 2 packet is to be processed; a repeated one is only acknowledged again. */
  #isReceivedOnce(receipts: Receipts, packetId: number): boolean {
    const receipt = receipts.note(packetId)
    if (receipt === 'received') this.#connection.send(receivedPacket(packetId))
    else if (receipt === 'too many') {
      const message = 'More messages at QoS 2 wait for their PUBREL than allowed'
      this.#connection.fail('limit', Reason.QUOTA_EXCEEDED, message)
    }
    return receipt === 'new'
  }

  /** PUBREL: the client confirms that its QoS 2 message was received. */
  released(packetId: number) {
    this.#qosTwo?.receipts.release(packetId)
    this.#connection.send(completedPacket(packetId))
  }

  #upload(
    session: DeviceSession,
    topic: string,
    packetId: number,
    answer: UploadAnswer,
    bytes: Buffer,
    at: number,
    end: number,
  ) {
    const { uplink, log, counts } = this.#deps
    const { device } = session
    const upload = uploadOf(topic, device.profile)
    if (upload.kind === 'gateway' && !device.isGateway) {
      this.#ignoreGatewayTopic(topic, packetId, answer)
      return
    }
    const token = answer.expect(packetId)
    try {
      switch (upload.kind) {
        case 'telemetry':
          if (uplink.telemetry(device, payloadText(bytes, at, end), 'MQTT', answer, token) === 0) {
            log.debug(this.#connection.who(), 'The device sent an empty telemetry list; it is acknowledged and ignored')
            answer.accepted(token)
          }
          return
        case 'attributes':
          uplink.attributes(device, payloadText(bytes, at, end), 'MQTT', answer, token)
          return
        case 'attributeRequest':
          this.#attributeResponseForm = upload.form
          this.#answerAttributes(session, upload.requestId, payloadText(bytes, at, end), answer, token)
          return
        case 'callReply': {
          const reply = checkPayloadText(payloadText(bytes, at, end))
          this.#finish(answer, token, this.#deps.sessions.callAnswered(device, upload.requestId, reply))
          return
        }
        case 'clientCall': {
          this.#callReplyForm = upload.form
          const data = readClientCall(payloadText(bytes, at, end))
          if (!this.#deps.sessions.clientCalls.start(session, upload.requestId)) answer.accepted(token)
          else
            uplink.clientCall(
              device,
              { sessionId: session.id, requestId: upload.requestId, data },
              'MQTT',
              answer,
              token,
            )
          return
        }
        case 'claim': {
          const { secretKey, durationMs } = readClaim(payloadText(bytes, at, end))
          this.#finish(answer, token, this.#deps.claims.register(device.id.id, secretKey, durationMs))
          return
        }
        case 'gateway':
          this.#refuseForOwner(session, topic, answer, token, Reason.IMPLEMENTATION, noGateway)
          return
        case 'protobuf':
          this.#refuseForOwner(session, topic, answer, token, Reason.PAYLOAD_FORMAT_INVALID, noProtobuf)
          return
        case 'badRequestId':
          this.#refuse('topic', answer, token, Reason.TOPIC_NAME_INVALID, `The request ID of ${topic} isn’t a number`)
          return
        default:
          counts.errors.topic++
          log.debug({ ...this.#connection.who(), topic }, 'The device published to an unknown topic; it is ignored')
          answer.accepted(token)
      }
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error
      const isTooMany = error instanceof RateLimitExceeded
      if (isTooMany) this.#refuse('limit', answer, token, Reason.QUOTA_EXCEEDED, 'The device exceeds its limit', error)
      else
        this.#refuse(
          'payload',
          answer,
          token,
          Reason.PAYLOAD_FORMAT_INVALID,
          `The payload of ${topic} is unreadable`,
          error,
        )
    }
  }

  /**
   * The message isn't acknowledged when the device isn't a gateway, for API compatibility; version 5 gets a reason code
   * at QoS 1.
   */
  #ignoreGatewayTopic(topic: string, packetId: number, answer: UploadAnswer) {
    const { log, counts } = this.#deps
    counts.errors.topic++
    log.debug({ ...this.#connection.who(), topic }, 'The device isn’t a gateway; its message is ignored')
    if (answer.canReject) answer.reject(answer.expect(packetId), Reason.NOT_AUTHORISED)
  }

  /** Rejects an unsupported upload and records an error event for the owner of the device. */
  #refuseForOwner(
    { device }: DeviceSession,
    topic: string,
    answer: UploadAnswer,
    token: number,
    reason: number,
    message: string,
  ) {
    this.#deps.faults.note(device, topic, message)
    this.#refuse('topic', answer, token, reason, message)
  }

  /** Rejects an upload with a reason code, or closes the connection when there is none for it, as in version 3. */
  #refuse(
    kind: 'topic' | 'payload' | 'limit' | 'store',
    answer: UploadAnswer,
    token: number,
    reason: number,
    message: string,
    error?: unknown,
  ) {
    if (!answer.canReject) {
      this.#connection.fail(kind, reason, message, error)
      return
    }
    this.#deps.counts.errors[kind]++
    this.#deps.log.debug({ ...this.#connection.who(), kind, why: whyOf(error) }, `${message}; it is refused`)
    answer.reject(token, reason)
  }

  /** Acknowledges when the work is done; rejects when it failed. */
  #finish(answer: UploadAnswer, token: number, work: Promise<void> | void) {
    if (!work) answer.accepted(token)
    else
      work.then(
        () => answer.accepted(token),
        (error: unknown) => {
          const [kind, reason] =
            error instanceof LimitReached
              ? (['limit', Reason.QUOTA_EXCEEDED] as const)
              : (['store', Reason.IMPLEMENTATION] as const)
          this.#refuse(kind, answer, token, reason, 'A request failed', error)
        },
      )
  }

  #answerAttributes(session: DeviceSession, requestId: number, text: string, answer: UploadAnswer, token: number) {
    const { limits, answers, faults } = this.#deps
    const { device } = session
    const { clientKeys, sharedKeys } = readAttributeRequest(text)
    if (++this.#requests >= limits.requestsMax) this.#connection.pause(Pause.REQUESTS)
    const answered = answers.attributes(device, clientKeys, sharedKeys).then(
      (found) => {
        const topic = attributeResponseTopic(this.#attributeResponseForm, requestId)
        this.#send(topic, found.text, this.#qosOf('attributeResponses'), null)
        // The connection counts it from here on.
        found.release()
      },
      (error: unknown) => {
        if (error instanceof LimitReached) faults.note(device, 'attributes', error.message)
        throw error
      },
    )
    this.#finish(
      answer,
      token,
      answered.finally(() => {
        this.#requests--
        this.#connection.resume(Pause.REQUESTS)
      }),
    )
  }

  // Subscriptions.

  subscribe({ messageId = 0, subscriptions, properties }: ISubscribePacket) {
    const session = this.#session
    if (!session) return
    const connection = this.#connection
    if (messageId === 0 || subscriptions.length === 0) throw new Error('SUBSCRIBE without packet id or filters')
    if (properties?.subscriptionIdentifier !== undefined) {
      const reason = Reason.SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED
      connection.fail('protocol', reason, 'The device uses subscription identifiers, which aren’t supported')
      return
    }
    if (subscriptions.length > filtersPerPacketMax) {
      connection.fail('limit', Reason.QUOTA_EXCEEDED, `A SUBSCRIBE has more than ${filtersPerPacketMax} filters`)
      return
    }
    let wantsCalls = false
    const granted = subscriptions.map(({ topic, qos }) => {
      const known = knownFilter(topic)
      if (!known) {
        this.#deps.counts.errors.topic++
        this.#deps.log.debug({ ...connection.who(), topic }, 'The device subscribed to an unknown filter')
        return connection.version === 5 ? Reason.TOPIC_FILTER_INVALID : subscriptionRejected
      }
      const grantedQos = Math.min(qos, 1)
      this.#filters.set(topic, { known, qos: grantedQos })
      if (known.family === 'calls') wantsCalls = true
      this.#choose(known)
      return grantedQos
    })
    connection.send(encodePacket({ cmd: 'suback', messageId, granted }, connection.version))
    this.#subscribed(session, wantsCalls)
  }

  /** Called after the response to the client was queued, so that pending calls follow it. */
  #subscribed(session: DeviceSession, wantsCalls: boolean) {
    session.wantsAttributes = this.#wants('attributes')
    if (wantsCalls) this.#deps.sessions.subscribeToCalls(session)
  }

  unsubscribe({ messageId = 0, unsubscriptions }: IUnsubscribePacket) {
    const session = this.#session
    if (!session) return
    const connection = this.#connection
    if (messageId === 0 || unsubscriptions.length === 0) throw new Error('UNSUBSCRIBE without packet id or filters')
    // 0x11: no subscription existed.
    const granted = unsubscriptions.map((topic) => (this.#filters.delete(topic) ? Reason.SUCCESS : 0x11))
    session.wantsAttributes = this.#wants('attributes')
    session.wantsCalls = session.wantsCalls && this.#wants('calls')
    connection.send(encodePacket({ cmd: 'unsuback', messageId, granted }, connection.version))
  }

  #wants(family: SubscriptionFamily): boolean {
    for (const { known } of this.#filters.values()) if (known.family === family) return true
    return false
  }

  /** Downlinks of a family use the topic form of its last subscription. */
  #choose({ family, form }: KnownFilter) {
    if (family === 'attributes') this.#attributesForm = form
    else if (family === 'calls') this.#callForm = form
    else if (family === 'attributeResponses') this.#attributeResponseForm = form
    else if (family === 'callReplies') this.#callReplyForm = form
  }

  /** QoS of the family's last subscription; 1 without one, for API compatibility. */
  #qosOf(family: SubscriptionFamily): number {
    let qos = 1
    for (const filter of this.#filters.values()) if (filter.known.family === family) qos = filter.qos
    return qos
  }

  // Downlinks.

  sendAttributes(update: string) {
    this.#send(attributesTopic[this.#attributesForm], update, this.#qosOf('attributes'), null)
  }

  sendCall({ requestId, method, params }: ServerRpc, delivered: () => void): boolean {
    const payload = `{"method":${JSON.stringify(method)},"params":${params}}`
    return this.#send(callTopic(this.#callForm, requestId), payload, this.#qosOf('calls'), delivered)
  }

  sendCallReply(requestId: number, payload: string) {
    this.#send(callReplyTopic(this.#callReplyForm, requestId), payload, this.#qosOf('callReplies'), null)
  }

  close(reason: CloseReason) {
    if (reason === 'takenOver') this.#deps.counts.errors.takenOver++
    runAs(this.#connection.work, () => this.#connection.close(closeReasons[reason]))
  }

  /** Runs in the unit of work of this connection, so that an error here doesn't affect other callers. */
  #send(topic: string, payload: string, qos: number, delivered: (() => void) | null): boolean {
    return runAs(this.#connection.work, () => this.#sendNow(topic, payload, qos, delivered)) ?? false
  }

  #sendNow(topic: string, payload: string, qos: number, delivered: (() => void) | null): boolean {
    if (!this.#session?.isOpen) return false
    const packet = this.#downlink.publish(topic, payload, qos, delivered)
    if (packet === 'queued') {
      this.#deps.counts.sent.MQTT++
      this.#connection.waits()
      return true
    }
    if (packet === 'oversized') {
      this.#deps.log.debug({ ...this.#connection.who(), topic }, 'A message is larger than the device accepts')
      return false
    }
    if (packet === 'full') {
      this.#connection.fail('slowReader', Reason.QUOTA_EXCEEDED, 'The device does not acknowledge what is sent to it')
      return false
    }
    this.#deps.counts.sent.MQTT++
    this.#connection.send(packet)
    return true
  }

  acknowledged(packetId: number, isSuccess: boolean) {
    if (!isSuccess) this.#deps.log.debug(this.#connection.who(), 'The device refused a message')
    const next = this.#downlink.acknowledged(packetId, isSuccess)
    if (next) this.#connection.send(next)
  }
}
