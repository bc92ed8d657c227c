/** Bounds of the telemetry socket (dashboards.md §8.5). 0 turns a limit per owner off. */

/** So many updates within so many ms. */
export interface UpdateRate {
  readonly updates: number
  readonly periodMs: number
}

/** Per tenant, customer, regular user and public user. */
export interface OwnerLimits {
  readonly tenant: number
  readonly customer: number
  readonly regularUser: number
  readonly publicUser: number
}

export interface SocketLimits {
  readonly sessions: OwnerLimits
  /** Of the old style: attributes and series of one entity. */
  readonly subscriptions: OwnerLimits
  /** Messages that wait while the reader is slow; one more closes the session. */
  readonly queuedMessages: number
  readonly updateRates: readonly UpdateRate[]
  /** Entities of one entity or alarm subscription. */
  readonly entities: number
  /** How often dynamic queries and counts run again. */
  readonly refreshMs: number
  /** A client that does not answer pings for so long is gone. */
  readonly pingTimeoutMs: number
  /** Points per key that one command may ask for. */
  readonly pointsPerKey: number
}

const off: OwnerLimits = { tenant: 0, customer: 0, regularUser: 0, publicUser: 0 }

export const defaultSocketLimits: SocketLimits = {
  sessions: off,
  subscriptions: off,
  queuedMessages: 500,
  updateRates: [
    { updates: 300, periodMs: 1000 },
    { updates: 3000, periodMs: 60_000 },
  ],
  entities: 10_000,
  refreshMs: 60_000,
  pingTimeoutMs: 30_000,
  pointsPerKey: 50_000,
}

/** Subscriptions of one session, of all kinds. */
export const subscriptionsPerSessionMax = 5000
/** Points that one reply may hold. */
export const pointsPerReplyMax = 1_000_000
/** Points that wait in one session while its reader is slow; one more closes the session. */
export const heldPointsMax = 20_000
/** Bytes in the socket's buffer above which updates wait and are merged, and below which they flow again. */
export const bufferedBytesHigh = 1024 * 1024
export const bufferedBytesLow = 256 * 1024
/** Commands of one session that wait for their turn; above, its socket is not read. */
export const waitingCommandsMax = 1000
