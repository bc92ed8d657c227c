/** Limits of the telemetry socket. 0: only the limits of the server apply (`limits/limits.ts`). */

/** Maximum number of updates within a period. */
export interface UpdateRate {
  readonly updates: number
  readonly periodMs: number
}

/** Limits per tenant, customer, regular user and public user. */
export interface OwnerLimits {
  readonly tenant: number
  readonly customer: number
  readonly regularUser: number
  readonly publicUser: number
}

export interface SocketLimits {
  readonly sessions: OwnerLimits
  /** Subscriptions of the old style: attributes and series of one entity. */
  readonly subscriptions: OwnerLimits
  /**
   * Maximum number of responses that wait for a slow reader; one more closes the session. Updates are merged and don't
   * count.
   */
  readonly queuedMessages: number
  readonly updateRates: readonly UpdateRate[]
  /** Maximum number of entities of one entity or alarm subscription. */
  readonly entities: number
  /** Interval at which dynamic queries and counts run again, ms. */
  readonly refreshMs: number
  /** Clients that don't answer pings for this time are disconnected, ms. */
  readonly pingTimeoutMs: number
  /** Maximum points per key that one command can request. */
  readonly pointsPerKey: number
}

export const noOwnerLimits: OwnerLimits = { tenant: 0, customer: 0, regularUser: 0, publicUser: 0 }

export const defaultSocketLimits: SocketLimits = {
  sessions: noOwnerLimits,
  subscriptions: noOwnerLimits,
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

/** Maximum number of subscriptions of one session, of all kinds. */
export const subscriptionsPerSessionMax = 5000
/** Maximum number of points in one response. */
export const pointsPerReplyMax = 1_000_000

/** Limits on the data that a session buffers for a slow reader. */
export interface ReaderRoom {
  /**
   * Bytes in the socket's buffer: above this, updates wait and are merged; below a quarter of it they are sent again.
   */
  readonly bufferedBytes: number
  /** Characters of waiting points: above this, the older half of each key's points is dropped. */
  readonly heldCharacters: number
}

/** Totals for all slow readers, and minimum and maximum per session. */
const bufferedBytes = { all: 64 * 1024 * 1024, least: 32 * 1024, most: 1024 * 1024 }
const heldCharacters = { all: 32 * 1024 * 1024, least: 8 * 1024, most: 1024 * 1024 }
/** Maximum bytes in the buffers of all sockets. */
export const buffersOfAllMax = 64 * 1024 * 1024

const share = ({ all, least, most }: typeof bufferedBytes, sessions: number) =>
  Math.max(least, Math.min(most, Math.floor(all / Math.max(1, sessions))))

/**
 * Returns the share of one session: the more sessions, the smaller it is, so that the total for slow readers stays
 * limited.
 */
export const readerRoom = (sessions: number): ReaderRoom => ({
  bufferedBytes: share(bufferedBytes, sessions),
  heldCharacters: share(heldCharacters, sessions),
})

/** Maximum frames of a session that wait for execution, and their characters; above this, its socket isn't read. */
export const waitingFrames = { count: 100, characters: 128 * 1024 } as const
/** Maximum pings and pongs of a client per second; a client that sends more is disconnected. */
export const controlFramesMax = 50
/** A client that accepts no waiting data for this time is disconnected, ms. */
export const stalledMsMax = 60_000

const ownerNames = { tenant: 'tenant', customer: 'customer', user: 'regularUser', public: 'publicUser' } as const

/** Parses `tenant:100`, `customer:10`, `user:5`, `public:2`; missing owners have no limit. */
export function ownerLimits(texts: readonly string[] | null): OwnerLimits {
  const limits: Record<keyof OwnerLimits, number> = { ...noOwnerLimits }
  for (const text of texts ?? []) {
    const [owner, max] = text.split(':')
    limits[ownerNames[owner as keyof typeof ownerNames]] = Number(max)
  }
  return limits
}

/** Parses `300:1`: updates and seconds. */
export const updateRates = (texts: readonly string[]): UpdateRate[] =>
  texts.map((text) => {
    const [updates = 0, seconds = 1] = text.split(':').map(Number)
    return { updates, periodMs: seconds * 1000 }
  })
