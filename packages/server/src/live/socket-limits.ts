/** Bounds of the telemetry socket. 0: the limits of the server (`limits/limits.ts`) count alone. */

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
  /** Answers that wait while the reader is slow; one more closes the session. Updates are merged and no answers. */
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

/** Subscriptions of one session, of all kinds. */
export const subscriptionsPerSessionMax = 5000
/** Points that one reply may hold. */
export const pointsPerReplyMax = 1_000_000

/** What one session may keep while its reader is slow. */
export interface ReaderRoom {
  /** In the socket's buffer: above, updates wait and are merged; below a quarter of it they flow again. */
  readonly bufferedBytes: number
  /** Characters of points that wait: above, of each key the older half is dropped. */
  readonly heldCharacters: number
}

/** What all slow readers together should take, and the least and most of one. */
const bufferedBytes = { all: 64 * 1024 * 1024, least: 32 * 1024, most: 1024 * 1024 }
const heldCharacters = { all: 32 * 1024 * 1024, least: 8 * 1024, most: 1024 * 1024 }
/** What waits in the buffers of all sockets, whatever waits for each. */
export const buffersOfAllMax = 64 * 1024 * 1024

const share = ({ all, least, most }: typeof bufferedBytes, sessions: number) =>
  Math.max(least, Math.min(most, Math.floor(all / Math.max(1, sessions))))

/** The more sessions, the less of it has each: what the platform keeps for slow readers is bounded. */
export const readerRoom = (sessions: number): ReaderRoom => ({
  bufferedBytes: share(bufferedBytes, sessions),
  heldCharacters: share(heldCharacters, sessions),
})

/** Frames of one session that wait for their turn, and their characters; above, its socket is not read. */
export const waitingFrames = { count: 100, characters: 128 * 1024 } as const
/** Pings and pongs of a client in a second; one that sends more is closed. */
export const controlFramesMax = 50
/** A client that takes nothing of what waits for it for so long is closed, ms. */
export const stalledMsMax = 60_000

const ownerNames = { tenant: 'tenant', customer: 'customer', user: 'regularUser', public: 'publicUser' } as const

/** Of `tenant:100`, `customer:10`, `user:5`, `public:2`; who is not named has no limit. */
export function ownerLimits(texts: readonly string[] | null): OwnerLimits {
  const limits: Record<keyof OwnerLimits, number> = { ...noOwnerLimits }
  for (const text of texts ?? []) {
    const [owner, max] = text.split(':')
    limits[ownerNames[owner as keyof typeof ownerNames]] = Number(max)
  }
  return limits
}

/** Of `300:1`, updates and seconds. */
export const updateRates = (texts: readonly string[]): UpdateRate[] =>
  texts.map((text) => {
    const [updates = 0, seconds = 1] = text.split(':').map(Number)
    return { updates, periodMs: seconds * 1000 }
  })
