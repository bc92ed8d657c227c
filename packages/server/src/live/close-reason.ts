/** Truncates the reason of a close frame to its maximum length, without splitting characters. */

/** A control frame has at most 125 bytes; two of them are the code (RFC 6455, 5.5). */
export const reasonBytesMax = 123

const encoder = new TextEncoder()
const buffer = new Uint8Array(reasonBytesMax)
const ellipsis = '…'
const ellipsisBytes = 3

/** Returns the reason, or its beginning followed by "…". */
export function closeReason(text: string): string {
  if (encoder.encodeInto(text, buffer).read === text.length) return text
  const { read } = encoder.encodeInto(text, buffer.subarray(0, reasonBytesMax - ellipsisBytes))
  return text.slice(0, read).trimEnd() + ellipsis
}
