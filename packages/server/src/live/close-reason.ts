/** What a close frame can say: of a longer reason its beginning, on whole characters. */

/** A control frame holds 125 bytes; two of them are the code (RFC 6455, 5.5). */
export const reasonBytesMax = 123

const encoder = new TextEncoder()
const buffer = new Uint8Array(reasonBytesMax)
const ellipsis = '…'
const ellipsisBytes = 3

/** The reason, or as much of it as fits, ending with "…". */
export function closeReason(text: string): string {
  if (encoder.encodeInto(text, buffer).read === text.length) return text
  const { read } = encoder.encodeInto(text, buffer.subarray(0, reasonBytesMax - ellipsisBytes))
  return text.slice(0, read).trimEnd() + ellipsis
}
