/** Encodes several calls of one script as one text, because a WebAssembly call costs as much as a short script. */

/** Parts of a call: data, metadata, type. */
export const partsPerCall = 3

/** Calls of one script: their concatenated texts, and three lengths (UTF-16 units) per call. */
export interface SandboxCalls {
  /** For each call: the unparsed data, the metadata as JSON (empty if the script doesn't read it), and the type. */
  readonly text: string
  readonly lengths: readonly number[]
}

const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length, 0)

export function firstCall({ text, lengths }: SandboxCalls): SandboxCalls {
  const first = lengths.slice(0, partsPerCall)
  return { text: text.slice(0, sumOf(first)), lengths: first }
}

/** The calls without the first `count`. */
export function callsAfter({ text, lengths }: SandboxCalls, count: number): SandboxCalls {
  const before = lengths.slice(0, count * partsPerCall)
  return { text: text.slice(sumOf(before)), lengths: lengths.slice(before.length) }
}
