/** What is on its way of an originator and of its tenant, as back-pressure.ts counts it. */

/** Waits for room; `relieved` is called once, and who still finds none waits again. */
export interface BackPressureWaiter {
  relieved(): void
}

/** What is on its way of one originator. */
export interface OriginatorLoad {
  readonly tenant: TenantLoad
  readonly id: string
  messages: number
  isListed: boolean
  /** null: nobody waits. */
  waiters: Set<BackPressureWaiter> | null
}

/** What is on its way of one tenant. */
export interface TenantLoad {
  readonly id: string
  messages: number
  /** Of large messages. */
  characters: number
  readonly originators: Map<string, OriginatorLoad>
  waiters: Set<BackPressureWaiter> | null
  /** Calls among the waiters, and the characters that they hold. */
  waitingCalls: number
  waitingCharacters: number
}
