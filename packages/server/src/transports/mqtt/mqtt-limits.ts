/** Bounds of MQTT connections, next to each other so that an operator's question has one answer. */

export interface MqttLimits {
  /** Open connections of the process. */
  readonly connectionsMax: number
  /** Connections that the operating system keeps until they are accepted; it may have a lower bound of its own. */
  readonly backlog: number
  /** Until CONNECT must have come. */
  readonly connectTimeoutMs: number
  /** Bytes of a packet of a client that has not signed in: CONNECT, and requests for credentials. */
  readonly unsignedPacketBytesMax: number
  /** Until a client that came for credentials must have asked. */
  readonly provisioningIdleMs: number
  /** From the answer to it until the connection closes. */
  readonly provisioningGraceMs: number
  /** Longest silence of a client that states no keep-alive. */
  readonly silenceMaxMs: number
  /** From the decision to close until the socket is destroyed. */
  readonly closeTimeoutMs: number
  /** Packets that may wait for the sign-in; more close the connection. */
  readonly earlyPacketsMax: number
  /** Bytes that are read while the sign-in is under way. */
  readonly earlyBytesMax: number
  /** Uploads at QoS 1 of one connection that wait for the disk; at the bound reading pauses. */
  readonly unacknowledgedMax: number
  /** Attribute requests of one connection under way; at the bound reading pauses. */
  readonly requestsMax: number
  /** Bytes that wait for a client that does not read or acknowledge; it closes when more is sent. */
  readonly outboundBytesMax: number
  /** How often silent connections are looked for. */
  readonly sweepIntervalMs: number
  /** On a stop: how long acknowledgements may still come. */
  readonly drainTimeoutMs: number
}

export const defaultMqttLimits: MqttLimits = {
  connectionsMax: 50_000,
  backlog: 4_096,
  connectTimeoutMs: 10_000,
  unsignedPacketBytesMax: 4_096,
  provisioningIdleMs: 10_000,
  provisioningGraceMs: 2_000,
  silenceMaxMs: 300_000,
  closeTimeoutMs: 5_000,
  earlyPacketsMax: 100,
  earlyBytesMax: 4_096,
  unacknowledgedMax: 1024,
  requestsMax: 8,
  outboundBytesMax: 1_048_576,
  sweepIntervalMs: 1_000,
  drainTimeoutMs: 5_000,
}
