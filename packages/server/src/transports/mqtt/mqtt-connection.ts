/**
 * An MQTT connection from its first byte to its close.
 *
 * It owns the socket: reads with back-pressure, sends acknowledgments in order, writes once per tick and handles every
 * way in which a connection ends. Packets of an authenticated device are handled in mqtt-device.ts.
 */

import type { Socket } from 'node:net'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { IConnectPacket } from 'mqtt-packet'
import { type TransportLog, whyOf } from '../../activity/transport-log.ts'
import type { Clock } from '../../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../../devices/device-directory.ts'
import type { Provisioning } from '../../devices/provisioning.ts'
import type { Guard } from '../../guard/guard.ts'
import { guarded, runAs, type Work } from '../../guard/work.ts'
import type { BackPressure } from '../../journal/back-pressure.ts'
import { addressGroup } from '../../limits/client-address.ts'
import type { BackPressureWaiter, OriginatorLoad } from '../../messages/originator-load.ts'
import type { EventLoopTurns, TurnOwner } from '../../turns/event-loop-turns.ts'
import type { DeviceBuffers } from '../device-buffers.ts'
import { serves } from '../transport.ts'
import type { TransportCounts, TransportErrorKind } from '../transport-counts.ts'
import type { Uplink } from '../uplink.ts'
import { AckQueue } from './mqtt-acks.ts'
import { connectAccepted, connectRejected, readConnect } from './mqtt-connect.ts'
import { MqttDevice, type MqttDeviceDeps } from './mqtt-device.ts'
import { Downlink } from './mqtt-downlink.ts'
import {
  decodePacket,
  type FrameProblem,
  FrameReader,
  type FrameSink,
  PacketType,
  packetBytesMax,
  pingResponse,
} from './mqtt-frames.ts'
import type { Filters, KeptSessions } from './mqtt-kept-sessions.ts'
import type { MqttLimits } from './mqtt-limits.ts'
import { type PropertyPlace, propertiesEnd } from './mqtt-properties.ts'
import { MqttProvisioning } from './mqtt-provisioning.ts'
import { Reason, ReturnCode } from './mqtt-reasons.ts'
import { type MqttChannel, type MqttHandler, Pause } from './mqtt-wire.ts'

export interface MqttContext extends MqttDeviceDeps {
  readonly guard: Pick<Guard, 'work'>
  readonly clock: Clock
  readonly log: TransportLog
  readonly counts: TransportCounts
  readonly limits: MqttLimits
  readonly directory: Pick<DeviceDirectory, 'authenticate'>
  readonly uplink: Uplink
  readonly provisioning: Provisioning
  readonly buffers: DeviceBuffers
  readonly keptSessions: KeptSessions
  /** Registers the connection for a flush at the end of this tick, because it has something to write. */
  touch(connection: MqttConnection): void
  /** Back-pressure: pauses reading while too many messages of the device or its tenant are in flight. */
  readonly backPressure: Pick<BackPressure, 'of' | 'fullLimit' | 'wait' | 'stopWaiting'>
  /** Schedules the reading of packets. */
  readonly turns: EventLoopTurns
  /** Shared turn owner of all unauthenticated connections. */
  readonly strangers: TurnOwner
  /** Counts that a device has to wait because of the limit. */
  held(load: OriginatorLoad, limit: LimitKey): void
  /** The credentials check has started (true) or ended (false). */
  checking(connection: MqttConnection, isChecking: boolean): void
  /** The client is authenticated. */
  signedIn(connection: MqttConnection): void
  /** The socket has closed. */
  gone(connection: MqttConnection): void
}

type State = 'new' | 'signingIn' | 'open' | 'closed'

export class MqttConnection implements FrameSink, MqttChannel, BackPressureWaiter {
  readonly #socket: Socket
  readonly #context: MqttContext
  readonly #reader: FrameReader
  readonly #acks = new AckQueue()
  /** Unit of work of the connection: an unexpected error closes the connection. */
  readonly work: Work
  #state: State = 'new'
  #pauses = 0
  #out: Buffer[] = []
  #isTouched = false
  #party: MqttHandler | null = null
  /** In-flight messages of the device; null before it is authenticated. */
  #load: OriginatorLoad | null = null
  #turnOwner: TurnOwner
  /** Bytes waiting for the device that are counted in `DeviceBuffers`. */
  #outboundBytes = 0
  #clientId = ''
  /** 3, 4 or 5; 4 until CONNECT was read. */
  version = 4
  /** Maximum time without data from the client, ms. */
  #silenceMaxMs: number
  #lastReadMs: number
  #closedMs = 0

  constructor(socket: Socket, context: MqttContext) {
    this.#socket = socket
    this.#context = context
    this.#reader = new FrameReader(this)
    this.#turnOwner = context.strangers
    this.#silenceMaxMs = context.limits.connectTimeoutMs
    this.#lastReadMs = context.clock.nowMs()
    const work = context.guard.work({
      part: 'device connection',
      fields: () => this.who(),
      end: () => {
        context.counts.errors.unexpected++
        this.destroy()
      },
    })
    this.work = work
    socket.setNoDelay(true)
    socket.on(
      'data',
      guarded((chunk: Buffer) => this.#read(chunk), work),
    )
    socket.on('error', (error) => {
      context.counts.errors.socket++
      context.log.debug({ ...this.who(), err: error }, 'The connection broke')
    })
    socket.on(
      'drain',
      guarded(() => this.#countOutbound(), work),
    )
    socket.on('close', () => {
      runAs(work, () => this.#end())
      context.gone(this)
    })
  }

  // Reading.

  get address(): string {
    return addressGroup(this.#socket.remoteAddress)
  }

  get packetBytesMax(): number {
    return this.#party?.deviceId === undefined ? this.#context.limits.unsignedPacketBytesMax : packetBytesMax
  }

  get isReading(): boolean {
    return this.#pauses === 0 && this.#state !== 'closed'
  }

  #read(chunk: Buffer) {
    if (this.#state === 'closed') return
    // Before CONNECT the timeout runs from the start, so that a packet sent byte by byte doesn't keep the connection
    // open.
    if (this.#state !== 'new') this.#lastReadMs = this.#context.clock.nowMs()
    this.#inTurn(chunk)
  }

  /** Parses a chunk (null: the buffered bytes) at once, or when the tenant is scheduled. */
  #inTurn(chunk: Buffer | null) {
    const { turns } = this.#context
    const owner = this.#turnOwner
    if (!turns.mayGo(owner)) {
      if (chunk) this.#reader.keep(chunk)
      if ((this.#pauses & Pause.TURN) !== 0) return
      this.pause(Pause.TURN)
      turns.queue(
        owner,
        guarded(() => this.#takeTurn(), this.work),
      )
      return
    }
    const started = performance.now()
    this.#parse(chunk)
    turns.spent(owner, performance.now() - started)
  }

  #takeTurn() {
    this.#pauses &= ~Pause.TURN
    if (this.#pauses !== 0 || this.#state === 'closed') return
    this.#parse(null)
    if (this.isReading) this.#socket.resume()
  }

  #parse(chunk: Buffer | null) {
    this.#waitIfFull()
    if (chunk) this.#after(this.#reader.push(chunk))
    else this.#after(this.#reader.resume())
    if (this.#state === 'signingIn') this.#boundEarlyPackets()
  }

  #after(problem: FrameProblem | null) {
    if (problem === null || this.#state === 'closed') return
    if (problem === 'oversized') this.fail('oversized', Reason.PACKET_TOO_LARGE, 'A packet is larger than allowed')
    else this.fail('protocol', Reason.MALFORMED, 'A packet has no valid length')
  }

  /** Limits packets that arrive before the client is authenticated; they are buffered until then. */
  #boundEarlyPackets() {
    const { earlyPacketsMax, earlyBytesMax } = this.#context.limits
    if (this.#reader.heldFrames(earlyPacketsMax + 1) > earlyPacketsMax) {
      this.fail('limit', Reason.QUOTA_EXCEEDED, `More than ${earlyPacketsMax} packets came before the sign-in was done`)
    } else if (this.#reader.heldBytes > earlyBytesMax) this.#socket.pause()
  }

  frame(bytes: Buffer, start: number, first: number, body: number, end: number) {
    const type = first >>> 4
    if (this.#state === 'new') {
      if (type === PacketType.CONNECT) this.#connect(bytes, start, body, end)
      else this.fail('protocol', Reason.PROTOCOL_ERROR, 'The first packet is not CONNECT')
      return
    }
    const party = this.#party
    if (!party) return
    // A device that says goodbye after a long silence isn't active for that.
    if (type !== PacketType.DISCONNECT) party.active()
    try {
      switch (type) {
        case PacketType.PUBLISH:
          party.publish(bytes, start, first, body, end)
          if (this.#acks.length >= this.#context.limits.unacknowledgedMax) this.pause(Pause.UNACKNOWLEDGED)
          this.#waitIfFull()
          return
        case PacketType.PUBACK: {
          if (first !== 0x40 || end - body < 2) break
          const isSuccess = end - body === 2 || (bytes[body + 2] as number) < 0x80
          party.acknowledged(bytes.readUInt16BE(body), isSuccess)
          return
        }
        case PacketType.PINGREQ:
          if (first !== 0xc0 || end !== body) break
          this.send(pingResponse)
          return
        default:
          if (this.version === 5 && !hasSoundProperties(bytes, type, body, end)) break
          this.#rare(bytes.subarray(start, end), party)
          return
      }
    } catch (error) {
      this.fail('protocol', Reason.MALFORMED, 'A packet is malformed', error)
      return
    }
    this.fail('protocol', Reason.MALFORMED, 'A packet is malformed')
  }

  #rare(bytes: Buffer, party: MqttHandler) {
    const packet = decodePacket(bytes, this.version)
    switch (packet.cmd) {
      case 'subscribe':
        party.subscribe(packet)
        return
      case 'unsubscribe':
        party.unsubscribe(packet)
        return
      case 'pubrel':
        party.released(packet.messageId ?? 0)
        return
      case 'disconnect':
        this.#context.log.debug(this.who(), 'The device disconnects')
        this.#end()
        this.#socket.destroySoon()
        return
      default:
        this.fail('protocol', Reason.PROTOCOL_ERROR, `A client must not send ${packet.cmd} here`)
    }
  }

  // Signing in.

  #connect(bytes: Buffer, start: number, body: number, end: number) {
    const read = readConnect(bytes, start, body, end)
    this.version = read.version
    this.#clientId = read.clientId
    if (read.kind === 'refused') {
      if (read.codes) this.#refuse(...read.codes)
      this.fail('protocol', 0, read.why, read.error)
      return
    }
    const { packet, credentials } = read
    this.#state = 'signingIn'
    this.#pauses |= Pause.SIGNING_IN
    if (!credentials) {
      this.#open(packet, false)
      this.#party = new MqttProvisioning(this, this.#context.provisioning, this.#context.limits)
      this.resume(Pause.SIGNING_IN)
      return
    }
    this.#context.checking(this, true)
    this.#context.directory.authenticate(credentials).then(
      (device) => {
        this.#context.checking(this, false)
        this.#signedIn(packet, device)
      },
      (error: unknown) => {
        this.#context.checking(this, false)
        if (this.#state !== 'signingIn') return
        this.#refuse(ReturnCode.SERVER_UNAVAILABLE, Reason.SERVER_UNAVAILABLE)
        this.fail('store', 0, 'The credentials could not be checked', error)
      },
    )
  }

  #signedIn(packet: IConnectPacket, device: DeviceRecord | undefined) {
    if (this.#state !== 'signingIn') return
    if (!device || !serves('MQTT', device)) {
      this.#refuse(ReturnCode.NOT_AUTHORISED, Reason.NOT_AUTHORISED)
      const why = device ? `its profile accepts ${device.profile.transportType} only` : 'unknown or wrong credentials'
      this.fail('credentials', 0, `The sign-in was refused: ${why}`)
      return
    }
    const { log, sessions } = this.#context
    const problem = sessions.roomProblem(device)
    if (problem !== null) {
      this.#refuse(ReturnCode.SERVER_UNAVAILABLE, Reason.QUOTA_EXCEEDED)
      this.fail('limit', 0, `The sign-in was refused: ${problem}`)
      return
    }
    const { receiveMaximum = 0xffff, maximumPacketSize = Number.MAX_SAFE_INTEGER } = packet.properties ?? {}
    const { filters, isPresent } = this.#sessionOf(packet, device)
    this.#open(packet, isPresent)
    this.#load = this.#context.backPressure.of(device.tenantId, device.id.id)
    this.#turnOwner = this.#context.turns.owner(device.tenantId)
    const downlink = new Downlink(this.version, receiveMaximum, maximumPacketSize)
    const party = new MqttDevice(this, this.#context, downlink, filters)
    this.#party = party
    party.open(device)
    this.#context.signedIn(this)
    log.debug({ ...this.who(), version: this.version }, 'The device connects')
    if (packet.will) log.debug(this.who(), 'The device has a will, which isn’t supported')
    this.resume(Pause.SIGNING_IN)
  }

  /** Version 5 has expiry intervals instead, which the CONNACK sets to 0. */
  #sessionOf({ clean }: IConnectPacket, { id }: DeviceRecord): { filters: Filters; isPresent: boolean } {
    const { keptSessions } = this.#context
    if (clean === false && this.version !== 5) return keptSessions.resume(id.id, this.#clientId)
    keptSessions.forget(id.id, this.#clientId)
    return { filters: new Map(), isPresent: false }
  }

  #open(packet: IConnectPacket, isPresent: boolean) {
    this.#state = 'open'
    this.#lastReadMs = this.#context.clock.nowMs()
    const keepAliveMs = (packet.keepalive ?? 0) * 1000
    this.#silenceMaxMs = keepAliveMs > 0 ? keepAliveMs * 1.5 : this.#context.limits.silenceMaxMs
    this.send(connectAccepted(packet, this.version, { ...this.#context, isPresent }))
  }

  /** Sends a rejecting CONNACK; the caller fails the connection right after. */
  #refuse(returnCode: number, reason: number) {
    this.send(connectRejected(this.version, returnCode, reason))
  }

  /** Closes this connection because too many are unauthenticated. */
  makeRoom() {
    this.fail('limit', Reason.QUOTA_EXCEEDED, 'Too many unauthenticated connections')
  }

  // Pausing.

  pause(why: number) {
    if (this.#pauses === 0) this.#socket.pause()
    this.#pauses |= why
  }

  /** Stops reading while too many messages of the device or its tenant are in flight. */
  #waitIfFull() {
    const load = this.#load
    if (load === null || (this.#pauses & Pause.NO_ROOM) !== 0 || this.#state === 'closed') return
    const { backPressure, counts } = this.#context
    const limit = backPressure.fullLimit(load)
    if (limit === null) return
    counts.pauses++
    this.#context.held(load, limit)
    this.pause(Pause.NO_ROOM)
    backPressure.wait(load, this)
  }

  relieved() {
    runAs(this.work, () => this.#readAgain())
  }

  #readAgain() {
    const load = this.#load
    if (load === null || this.#state === 'closed') return
    const { backPressure } = this.#context
    if (backPressure.fullLimit(load) === null) this.resume(Pause.NO_ROOM)
    else backPressure.wait(load, this)
  }

  resume(why: number) {
    if ((this.#pauses & why) === 0) return
    this.#pauses &= ~why
    if (this.#pauses !== 0 || this.#state === 'closed') return
    // Time during which the server had paused reading doesn't count as silence.
    this.#lastReadMs = this.#context.clock.nowMs()
    if (this.#reader.heldBytes > 0) this.#inTurn(null)
    if (this.isReading) this.#socket.resume()
  }

  // Writing.

  send(bytes: Buffer) {
    if (this.#state === 'closed') return
    this.#out.push(bytes)
    this.#touch()
  }

  #touch() {
    if (this.#isTouched) return
    this.#isTouched = true
    this.#context.touch(this)
  }

  expectAck(packetId: number): number {
    return this.#acks.expect(packetId)
  }

  settle(token: number, code: number) {
    if (this.#state !== 'closed' && this.#acks.settle(token, code)) this.#touch()
  }

  /** Writes the queued packets and acknowledgments at once. */
  flush() {
    this.#isTouched = false
    const acks = this.#acks.drain(this.version === 5)
    if (acks) {
      this.#out.push(acks)
      if (this.#acks.length < this.#context.limits.unacknowledgedMax) this.resume(Pause.UNACKNOWLEDGED)
    }
    const out = this.#out
    if (this.#socket.destroyed) return
    if (out.length > 0) {
      // A single long message may exceed the limit; further data isn't sent until it was read.
      if (this.#socket.writableLength > this.#context.limits.outboundBytesMax) return this.#endSlowReader()
      this.#out = []
      this.#socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out))
    }
    this.#countOutbound()
  }

  waits() {
    this.#touch()
  }

  /** Updates the tenant's count of bytes that wait for the device, in the socket and for its acknowledgments. */
  #countOutbound() {
    const load = this.#load
    if (load === null || this.#state === 'closed') return
    const { buffers, limits } = this.#context
    const waiting = this.#party?.waitingBytes ?? 0
    if (waiting > limits.outboundBytesMax) return this.#endSlowReader()
    const { writableLength, writableHighWaterMark } = this.#socket
    // Below the high-water mark the socket emits no `drain` event, so those bytes aren't counted.
    const bytes = waiting + (writableLength < writableHighWaterMark ? 0 : writableLength)
    if (bytes === this.#outboundBytes) return
    if (!buffers.hold(load, bytes - this.#outboundBytes)) return this.#endSlowReader()
    this.#outboundBytes = bytes
  }

  #endSlowReader() {
    if (this.#state === 'closed') return
    this.#context.counts.errors.slowReader++
    this.#context.log.debug(this.who(), 'The device does not read what is sent to it; the connection closes')
    this.destroy()
  }

  // Ending.

  fail(kind: TransportErrorKind, reason: number, message: string, error?: unknown) {
    if (this.#state === 'closed') return
    this.#context.counts.errors[kind]++
    this.#context.log.debug({ ...this.who(), kind, why: whyOf(error) }, `${message}; the connection closes`)
    this.close(reason)
  }

  close(reason: number) {
    if (this.#state === 'closed') return
    if (this.version === 5 && this.#state === 'open' && reason !== 0) this.send(Buffer.from([0xe0, 1, reason]))
    this.#end()
    this.flush()
    this.#socket.destroySoon()
  }

  #end() {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#closedMs = this.#context.clock.nowMs()
    this.#reader.drop()
    if (this.#load) {
      this.#context.backPressure.stopWaiting(this.#load, this)
      this.#context.buffers.hold(this.#load, -this.#outboundBytes)
      this.#outboundBytes = 0
    }
    this.#party?.closed()
    this.#party = null
  }

  /** Closes a connection that is silent for too long; destroys one that didn't close in time. */
  sweep(nowMs: number) {
    if (this.#state === 'closed') {
      if (nowMs - this.#closedMs > this.#context.limits.closeTimeoutMs) this.#socket.destroy()
    } else if (this.#pauses === 0 && nowMs - this.#lastReadMs > this.#silenceMaxMs) {
      const message = this.#state === 'new' ? 'No CONNECT received' : 'The device was silent too long'
      this.fail('silent', Reason.KEEP_ALIVE_TIMEOUT, message)
    }
  }

  destroy() {
    try {
      this.#end()
    } finally {
      this.#socket.destroy()
    }
  }

  who(): Record<string, unknown> {
    return {
      transport: 'MQTT',
      remote: this.#socket.remoteAddress,
      clientId: this.#clientId,
      deviceId: this.#party?.deviceId,
    }
  }
}

/** Bytes before the properties, for packets whose body may end there. */
const beforeProperties: Readonly<Partial<Record<number, readonly [bytes: number, place: PropertyPlace]>>> = {
  [PacketType.PUBREL]: [3, 'acknowledgement'],
  [PacketType.SUBSCRIBE]: [2, 'subscribe'],
  [PacketType.UNSUBSCRIBE]: [2, 'unsubscribe'],
  [PacketType.DISCONNECT]: [1, 'disconnect'],
}

function hasSoundProperties(bytes: Buffer, type: number, body: number, end: number): boolean {
  const place = beforeProperties[type]
  return place === undefined || body + place[0] >= end || propertiesEnd(bytes, body + place[0], end, place[1]) >= 0
}
