/** How playback of a stretch of time moves: by steps, or from anchor to anchor. */

export interface PlaybackRange {
  readonly minMs: number
  readonly maxMs: number
  /** Of one tick (seed 2, section 9: 1000 when nothing else is said). */
  readonly stepMs: number
  /** Moments that are stopped at, ascending. Given: next and previous jump between them. */
  readonly anchors?: readonly number[]
}

/** How much faster than one step a second (seed 2, section 9). */
export const playbackSpeeds = [1, 5, 10, 25] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]
export const playbackStepMs = 1000

/** Ms from one tick to the next. */
export const tickMs = (speed: PlaybackSpeed): number => 1000 / speed

export const within = (ms: number, { minMs, maxMs }: PlaybackRange): number => Math.max(minMs, Math.min(ms, maxMs))

/** One step on; stays at the end. */
export const afterTick = (ms: number, range: PlaybackRange): number => within(ms + range.stepMs, range)

/** The neighbouring anchor, or one step. */
export function neighbour(ms: number, direction: 1 | -1, range: PlaybackRange): number {
  const { anchors } = range
  if (!anchors) return within(ms + direction * range.stepMs, range)
  const next = direction > 0 ? anchors.find((at) => at > ms) : anchors.findLast((at) => at < ms)
  return next === undefined ? ms : within(next, range)
}
