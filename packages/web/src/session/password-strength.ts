/** Rough estimate of how hard a password is to guess: by length, character classes and repetition. */

export type PasswordStrength = 'weak' | 'fair' | 'strong'

const kinds: readonly (readonly [pattern: RegExp, size: number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 32],
]
const fairBits = 40
const strongBits = 64

/** Effective length: characters that continue a sequence, such as in `aaa`, `1234` or `dcba`, count little. */
function countingLength(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, at) => {
    const before = codes[at - 1]
    return before === undefined || Math.abs(code - before) > 1
  }).length
}

export function passwordStrength(password: string): PasswordStrength {
  const pool = kinds.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0)
  const bits = pool === 0 ? 0 : countingLength(password) * Math.log2(pool)
  return bits >= strongBits ? 'strong' : bits >= fairBits ? 'fair' : 'weak'
}
