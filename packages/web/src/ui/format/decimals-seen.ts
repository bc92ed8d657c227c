/**
 * Tracks the maximum number of decimals seen in the values of a key. Values without a configured number of decimals are
 * formatted with it: 45.4 doesn't jump to 44 when the next value happens to be whole, and a key with only integers gets
 * no extra digits.
 */

export interface DecimalsSeen {
  /** Records a value (a number or its text) and returns the maximum so far, at most `max`. */
  see(id: string, value: number | string): number
  of(id: string): number
}

export function createDecimalsSeen(max: number): DecimalsSeen {
  const most = new Map<string, number>()
  const of = (id: string) => most.get(id) ?? 0
  return {
    of,
    see(id, value) {
      const known = of(id)
      if (known === max) return known
      const digits = Math.min(max, typeof value === 'number' ? digitsOfNumber(value, max) : digitsOfText(value))
      if (digits <= known) return known
      most.set(id, digits)
      return digits
    },
  }
}

/**
 * Decimals of a decimal text: `21.50` has two, `21.0` one, because the sender wrote it as non-integer. Text that isn't
 * a number: 0.
 */
export function digitsOfText(text: string): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

function digitsOfNumber(value: number, max: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return 0
  for (let digits = 1; digits < max; digits++) {
    const scaled = value * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits
  }
  return max
}
