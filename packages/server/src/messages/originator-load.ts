/** Counters of messages in flight by originator and tenant, maintained by back-pressure.ts. */

/** Waits for capacity. `relieved` is called once; a waiter that still finds none waits again. */
export interface BackPressureWaiter {
  relieved(): void
}

/** Messages in flight of one originator. */
export interface OriginatorLoad {
  readonly tenant: TenantLoad
  readonly id: string
  messages: number
  isListed: boolean
  /** Null: no waiters. */
  waiters: Set<BackPressureWaiter> | null
}

/** Messages in flight of one tenant. */
export interface TenantLoad {
  readonly id: string
  messages: number
  /** Total characters of large messages. */
  characters: number
  readonly originators: Map<string, OriginatorLoad>
  waiters: Set<BackPressureWaiter> | null
  /** Number of waiting calls, and the total characters of their messages. */
  waitingCalls: number
  waitingCharacters: number
}
