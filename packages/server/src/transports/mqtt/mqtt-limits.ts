/** Limits of MQTT connections, collected in one place. */

export interface MqttLimits {
  /** Maximum number of open connections of the process. */
  readonly connectionsMax: number
  /**
   * Length of the operating system's queue of connections that aren't accepted yet; the system may use a lower limit.
   */
  readonly backlog: number
  /** Time limit for CONNECT, ms. */
  readonly connectTimeoutMs: number
  /** Maximum packet size of an unauthenticated client: CONNECT and provisioning requests. */
  readonly unsignedPacketBytesMax: number
  /** Time limit for the request of a client that connected for provisioning, ms. */
  readonly provisioningIdleMs: number
  /** Time from the provisioning response until the connection closes, ms. */
  readonly provisioningGraceMs: number
  /** Maximum silence of a client without a keep-alive interval, ms. */
  readonly silenceMaxMs: number
  /** Time from the decision to close until the socket is destroyed, ms. */
  readonly closeTimeoutMs: number
  /** Maximum number of packets buffered before the client is authenticated; more close the connection. */
  readonly earlyPacketsMax: number
  /** Bytes buffered before the client is authenticated; above this, reading pauses. */
  readonly earlyBytesMax: number
  /** Uploads of a connection whose acknowledgment is pending; at the limit, reading pauses. */
  readonly unacknowledgedMax: number
  /** Concurrent attribute requests of a connection; at the limit, reading pauses. */
  readonly requestsMax: number
  /** Bytes that may wait for a client that doesn't read or acknowledge; above this, the connection closes. */
  readonly outboundBytesMax: number
  /** Interval between sweeps for silent connections, ms. */
  readonly sweepIntervalMs: number
  /** Time limit for outstanding acknowledgments when the transport stops, ms. */
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
