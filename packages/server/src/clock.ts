/** Time as an argument, so that tests and replay decide it. */
export interface Clock {
  /** Epoch ms. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }
