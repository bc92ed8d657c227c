/** Twenty random characters for keys and secrets. */
export function randomKey(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  // 252 is the largest multiple of 36 that fits into a byte: higher values would favor the first letters.
  const bytes = [...crypto.getRandomValues(new Uint8Array(80))].filter((byte) => byte < 252)
  return bytes
    .slice(0, 20)
    .map((byte) => letters[byte % letters.length])
    .join('')
}
