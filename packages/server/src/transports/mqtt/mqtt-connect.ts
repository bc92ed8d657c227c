/** CONNECT, with which a client signs in or requests credentials, and the CONNACK response. Pure functions. */

import type { IConnectPacket } from 'mqtt-packet'
import type { PresentedCredentials } from '../../devices/device-directory.ts'
import { utf8Text } from '../device-text.ts'
import { connectProblem } from './mqtt-connect-texts.ts'
import { decodePacket, encodePacket, packetBytesMax, protocolLevel } from './mqtt-frames.ts'
import type { MqttLimits } from './mqtt-limits.ts'
import { provisioningName } from './mqtt-provisioning.ts'
import { Reason, ReturnCode } from './mqtt-reasons.ts'

/** CONNACK codes for version 3 and for version 5. */
type Codes = readonly [returnCode: number, reason: number]

interface ConnectRead {
  /** 3, 4 or 5; 4 when the version is unknown. */
  readonly version: number
  readonly clientId: string
}

export interface ConnectRequest extends ConnectRead {
  readonly kind: 'request'
  readonly packet: IConnectPacket
  /** null: the client requests credentials instead of presenting them. */
  readonly credentials: PresentedCredentials | null
}

export interface ConnectRejection extends ConnectRead {
  readonly kind: 'refused'
  /** null: the client gets no response. */
  readonly codes: Codes | null
  readonly why: string
  readonly error?: unknown
}

/** Reads the packet from `start` to `end`; `body` is the offset after the fixed header. */
export function readConnect(
  bytes: Buffer,
  start: number,
  body: number,
  end: number,
): ConnectRequest | ConnectRejection {
  let packet: IConnectPacket
  try {
    const decoded = decodePacket(bytes.subarray(start, end), 4)
    if (decoded.cmd !== 'connect') throw new Error('not a CONNECT')
    packet = decoded
  } catch (error) {
    const isKnown = [3, 4, 5].includes(protocolLevel(bytes, body, end))
    const codes: Codes | null = isKnown ? null : [ReturnCode.UNACCEPTABLE_VERSION, Reason.UNSUPPORTED_VERSION]
    return { kind: 'refused', version: 4, clientId: '', codes, why: 'The CONNECT is malformed', error }
  }
  const version = packet.protocolVersion ?? 4
  const rejected = (clientId: string, codes: Codes, why: string) =>
    ({ kind: 'refused', version, clientId, codes, why }) as const
  const problem = connectProblem(bytes, body, end)
  if (problem === 'properties') {
    const why = 'A property of the CONNECT is unknown, is there twice or has a value that isn’t allowed'
    return rejected('', [ReturnCode.IDENTIFIER_REJECTED, Reason.PROTOCOL_ERROR], why)
  }
  if (problem === 'text') {
    const why = 'A text of the CONNECT is not valid UTF-8 or contains a NUL character'
    return rejected('', [ReturnCode.IDENTIFIER_REJECTED, Reason.MALFORMED], why)
  }
  const { clientId } = packet
  if (packet.properties?.authenticationMethod !== undefined) {
    const codes = [ReturnCode.NOT_AUTHORISED, Reason.BAD_AUTHENTICATION_METHOD] as const
    return rejected(clientId, codes, 'Enhanced authentication isn’t supported')
  }
  // MQTT-3.1.3-8: a persistent session requires a client ID.
  if (clientId === '' && version !== 5 && packet.clean === false) {
    const codes = [ReturnCode.IDENTIFIER_REJECTED, Reason.CLIENT_ID_INVALID] as const
    return rejected(clientId, codes, 'A persistent session requires a client ID')
  }
  return { kind: 'request', version, clientId, packet, credentials: presented(packet) }
}

function presented({ clientId, username, password }: IConnectPacket): PresentedCredentials | null {
  const hasPassword = password !== undefined && password.length > 0
  const asksForCredentials = username === provisioningName || (username === undefined && clientId === provisioningName)
  if (asksForCredentials && !hasPassword) return null
  return {
    kind: 'basic',
    clientId: clientId === '' ? null : clientId,
    userName: username ?? null,
    // Bytes that aren't valid UTF-8 match no password.
    password: password ? utf8Text(password as Buffer, 0, password.length) : null,
  }
}

export interface AcceptedDeps {
  readonly limits: Pick<MqttLimits, 'unacknowledgedMax'>
  readonly newClientId: () => string
  /** The client's session was kept: it needn't subscribe again. */
  readonly isPresent: boolean
}

export function connectAccepted(
  { properties, clientId }: IConnectPacket,
  version: number,
  { limits, newClientId, isPresent }: AcceptedDeps,
): Buffer {
  if (version !== 5) {
    // Version 3.1 has no flag for a session that was kept.
    return Buffer.from([0x20, 2, version === 4 && isPresent ? 1 : 0, ReturnCode.ACCEPTED])
  }
  return encodePacket(
    {
      cmd: 'connack',
      reasonCode: Reason.SUCCESS,
      sessionPresent: false,
      properties: {
        ...(properties?.sessionExpiryInterval ? { sessionExpiryInterval: 0 } : {}),
        ...(clientId === '' ? { assignedClientIdentifier: newClientId() } : {}),
        receiveMaximum: limits.unacknowledgedMax,
        maximumQoS: 1,
        maximumPacketSize: packetBytesMax,
        topicAliasMaximum: 0,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
      },
    },
    5,
  )
}

export const connectRejected = (version: number, ...[returnCode, reason]: Codes): Buffer =>
  Buffer.from(version === 5 ? [0x20, 3, 0, reason, 0] : [0x20, 2, 0, returnCode])
