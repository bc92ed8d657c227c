/**
 * Fast reader for the JSON that nearly all devices send: `{"key":value,…}` with plain numbers, texts and booleans. A
 * single pass yields the typed values, and whether the text is their canonical form, so that they need not be
 * serialized again.
 *
 * It only reads what it can handle exactly. Escapes, non-ASCII letters, `null`, nested values, exponents, long numbers
 * and texts that may be numbers are left to the parser in `payload.ts`. The results equal those of that parser.
 */

import { type KeyedValue, ValueType } from './values.ts'

/** Longer texts and objects with more keys are left to the parser, because each key is compared with all others. */
const textLengthMax = 4096
const keysMax = 24
/** Digits that a double always holds exactly, so that the text of the number is its shortest form. */
const exactDigits = 15
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent)
/** Smaller fractions are serialized with an exponent. */
const smallestFraction = 1e-6

/** `slice` copies texts up to this length; a longer slice would keep the whole payload in memory. */
const copiedLengthMax = 12

/** Cache of keys by hash, because a fleet sends the same few keys again and again. A lookup creates no string. */
const knownKeysSize = 2048
const knownKeyLengthMax = 64
const knownKeys: string[] = new Array(knownKeysSize).fill('')

export class FlatObjectReader {
  /** Position after the text that was read. */
  at = 0
  /** Whether the object's text is the canonical form of its values. */
  isCanonical = false
  #text = ''
  #isDouble = false
  /** Buffer for the values of the current object; a growing list would take several times the memory. */
  readonly #values: KeyedValue[] = []

  /** Values of the object that begins at `start`; null: invalid JSON, or left to the parser. */
  read(text: string, start: number): KeyedValue[] | null {
    if (text.charCodeAt(start) !== 0x7b || text.length > textLengthMax) return null
    this.#text = text
    this.at = start + 1
    this.isCanonical = true
    const values = this.#values
    let count = 0
    if (this.#next() === 0x7d) {
      this.at++
      return []
    }
    for (;;) {
      if (count === keysMax || this.#next() !== 0x22) return null
      const key = this.#key()
      if (key === null || holdsKey(values, key, count) || this.#next() !== 0x3a) return null
      this.at++
      const value = this.#value(key, this.#next())
      if (value === null) return null
      values[count++] = value
      const c = this.#next()
      this.at++
      if (c === 0x7d) return values.slice(0, count)
      if (c !== 0x2c) return null
    }
  }

  /** Whole number at `start`; NaN if there is none. */
  readWhole(text: string, start: number): number {
    this.#text = text
    this.at = start
    const value = this.#number(text.charCodeAt(start))
    return this.#isDouble ? Number.NaN : value
  }

  /** Next character that isn't white space. */
  #next(): number {
    for (;;) {
      const c = this.#text.charCodeAt(this.at)
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return c
      this.isCanonical = false
      this.at++
    }
  }

  #value(key: string, first: number): KeyedValue | null {
    if (first === 0x22) {
      const value = this.#string()
      return value === null ? null : { key, type: ValueType.STRING, value }
    }
    if (first === 0x74) return this.#word('true') ? { key, type: ValueType.BOOLEAN, value: true } : null
    if (first === 0x66) return this.#word('false') ? { key, type: ValueType.BOOLEAN, value: false } : null
    const value = this.#number(first)
    if (Number.isNaN(value)) return null
    return { key, type: this.#isDouble ? ValueType.DOUBLE : ValueType.LONG, value }
  }

  #word(word: string): boolean {
    if (!this.#text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  /** NaN: not a number, or left to the parser. */
  #number(first: number): number {
    const text = this.#text
    let at = this.at
    let c = first
    const isNegative = c === 0x2d
    if (isNegative) c = text.charCodeAt(++at)
    const digitsAt = at
    let digits = 0
    while (c >= 0x30 && c <= 0x39) {
      digits = digits * 10 + (c - 0x30)
      c = text.charCodeAt(++at)
    }
    const whole = at - digitsAt
    // No digit, or a leading zero, which is invalid JSON.
    if (whole === 0 || (whole > 1 && text.charCodeAt(digitsAt) === 0x30)) return Number.NaN
    let fraction = 0
    if (c === 0x2e) {
      const fractionAt = at + 1
      let last = 0
      c = text.charCodeAt(++at)
      while (c >= 0x30 && c <= 0x39) {
        last = c
        digits = digits * 10 + (c - 0x30)
        c = text.charCodeAt(++at)
      }
      fraction = at - fractionAt
      if (fraction === 0) return Number.NaN
      // `20.50` is serialized as 20.5, `20.0` stays unchanged.
      if (last === 0x30 && fraction > 1) this.isCanonical = false
    }
    if (whole + fraction > exactDigits || c === 0x65 || c === 0x45) return Number.NaN
    this.at = at
    this.#isDouble = fraction > 0
    // Both operands are exact, so the quotient is the nearest double (W. D. Clinger, 1990).
    const value = fraction > 0 ? digits / (powersOfTen[fraction] as number) : digits
    if (value < smallestFraction && (isNegative || value > 0)) this.isCanonical = false
    return isNegative ? 0 - value : value
  }

  /** Text after the quote at the current position; null: left to the parser. */
  #string(): string | null {
    const text = this.#text
    const start = this.at + 1
    const first = text.charCodeAt(start)
    // The text may be a number.
    if ((first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e) return null
    let at = start
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 0x22) break
      if (!isPlain(c)) return null
      at++
    }
    this.at = at + 1
    if (at - start <= copiedLengthMax) return text.slice(start, at)
    return JSON.parse(text.slice(start - 1, at + 1)) as string
  }

  /** Key after the quote at the current position; null: left to the parser. */
  #key(): string | null {
    const text = this.#text
    const start = this.at + 1
    const first = text.charCodeAt(start)
    // Blank keys are rejected, numeric keys come first in an object, and `__proto__` isn't allowed.
    if (first <= 0x20 || first === 0x5f || (first >= 0x30 && first <= 0x39)) return null
    let at = start
    let hash = 0
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 0x22) break
      if (!isPlain(c)) return null
      hash = (Math.imul(hash, 31) + c) | 0
      at++
    }
    const length = at - start
    if (length === 0 || length > knownKeyLengthMax) return null
    this.at = at + 1
    const slot = hash & (knownKeysSize - 1)
    const known = knownKeys[slot] as string
    if (known.length === length && text.startsWith(known, start)) return known
    const key = JSON.parse(text.slice(start - 1, at + 1)) as string
    knownKeys[slot] = key
    return key
  }
}

/** Character that JSON contains unescaped: printable ASCII except the backslash. */
const isPlain = (c: number): boolean => c >= 0x20 && c <= 0x7e && c !== 0x5c

/** Whether one of the first `count` values has this key. */
export function holdsKey(values: readonly KeyedValue[], key: string, count = values.length): boolean {
  for (let i = 0; i < count; i++) if ((values[i] as KeyedValue).key === key) return true
  return false
}
