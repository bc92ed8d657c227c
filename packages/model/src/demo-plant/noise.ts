/** Deterministic noise: the same seed and time give the same value, on every machine and in any order. */

/** Well-mixed 32-bit hash of two integers (Murmur3's finalizer). */
function hash(seed: number, n: number): number {
  let h = (seed ^ Math.imul(n, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Uniform in [0, 1) for a seed and an integer. */
export const chance = (seed: number, n: number): number => hash(seed, n | 0) / 4_294_967_296

/** Smooth noise in [-1, 1] that changes about once per `periodMs`. */
export function drift(seed: number, ts: number, periodMs: number): number {
  const at = ts / periodMs
  const step = Math.floor(at)
  const part = at - step
  const ease = part * part * (3 - 2 * part)
  return (chance(seed, step) * (1 - ease) + chance(seed, step + 1) * ease) * 2 - 1
}

/** Jitter in [-1, 1] that changes every second. */
export const jitter = (seed: number, ts: number): number => chance(seed ^ 0x5bd1e995, Math.floor(ts / 1000)) * 2 - 1

/** Hashes a text to a number for use as a seed. */
export function seedOf(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}
