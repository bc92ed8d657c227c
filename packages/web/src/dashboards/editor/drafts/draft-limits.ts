/** Which drafts of dashboards a browser keeps. */

/** Maximum characters of all drafts of all users of the browser, as JSON. */
export const draftsLengthMax = 32_000_000

export interface DraftSize {
  readonly key: string
  /** Epoch ms of its last change. */
  readonly time: number
  /** Characters as JSON. */
  readonly length: number
}

/**
 * Keys of the drafts to remove after `added` is written: the oldest ones until the rest is within the limit. A draft
 * beyond the limit is among them itself.
 */
export function draftsToDrop(
  stored: readonly DraftSize[],
  added: DraftSize,
  lengthMax = draftsLengthMax,
): readonly string[] {
  const others = stored.filter(({ key }) => key !== added.key).sort((a, b) => b.time - a.time)
  let length = 0
  return [added, ...others]
    .filter((one) => {
      if (length + one.length > lengthMax) return true
      length += one.length
      return false
    })
    .map(({ key }) => key)
}
