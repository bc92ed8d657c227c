/** Calls of one script that travel together, as one text: crossing into WebAssembly costs as much as a short script. */

/** Data, metadata, type. */
export const partsPerCall = 3

/** Calls of one script: their texts one after the other, and three lengths (UTF-16 units) for each. */
export interface SandboxCalls {
  /**
   * For each call: the data as it came, the metadata as JSON or empty for a script that does not look at them, the
   * type.
   */
  readonly text: string
  readonly lengths: readonly number[]
}

const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length, 0)

export function firstCall({ text, lengths }: SandboxCalls): SandboxCalls {
  const first = lengths.slice(0, partsPerCall)
  return { text: text.slice(0, sumOf(first)), lengths: first }
}

/** The calls but for the first `count`. */
export function callsAfter({ text, lengths }: SandboxCalls, count: number): SandboxCalls {
  const before = lengths.slice(0, count * partsPerCall)
  return { text: text.slice(sumOf(before)), lengths: lengths.slice(before.length) }
}
