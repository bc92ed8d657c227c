/** Playback of a time range, in fixed steps or from anchor to anchor. */

export interface PlaybackRange {
  readonly minMs: number
  readonly maxMs: number
  /** Ms that one tick advances; usually `playbackStepMs`. */
  readonly stepMs: number
  /** Times to stop at, epoch ms, ascending. When set, next and previous jump between them. */
  readonly anchors?: readonly number[]
}

/** Ticks per second. */
export const playbackSpeeds = [1, 5, 10, 25] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]
export const playbackStepMs = 1000

/** Ms between ticks. */
export const tickMs = (speed: PlaybackSpeed): number => 1000 / speed

export const within = (ms: number, { minMs, maxMs }: PlaybackRange): number => Math.max(minMs, Math.min(ms, maxMs))

/** One step later, at most the end. */
export const afterTick = (ms: number, range: PlaybackRange): number => within(ms + range.stepMs, range)

/** Longest time that a frame advances: after the page was hidden, the playback goes on where it was. */
const frameMsMax = 1000

/** Later by the part of a step that the elapsed time is of a tick. */
export const afterElapsed = (ms: number, elapsedMs: number, speed: PlaybackSpeed, range: PlaybackRange): number =>
  within(ms + (Math.min(elapsedMs, frameMsMax) / tickMs(speed)) * range.stepMs, range)

/** The adjacent anchor, or one step. */
export function neighbour(ms: number, direction: 1 | -1, range: PlaybackRange): number {
  const { anchors } = range
  if (!anchors) return within(ms + direction * range.stepMs, range)
  const next = direction > 0 ? anchors.find((at) => at > ms) : anchors.findLast((at) => at < ms)
  return next === undefined ? ms : within(next, range)
}
