/** Clock as a dependency, so that tests and replays control the time. */
export interface Clock {
  /** Epoch ms. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }
