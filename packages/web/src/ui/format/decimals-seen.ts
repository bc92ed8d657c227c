/**
 * How many digits after the point the values of a key have shown so far. A figure that nobody set decimals for is
 * written with that many: 45.4 does not jump to 44 when the next value happens to be whole, and a key that only ever
 * brings integers gets no digits that nobody measured.
 */

export interface DecimalsSeen {
  /** Looks at one more value, a number or its text; answers the most so far, up to `max`. */
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

/** `21.50` has two, `21.0` one: its sender said that it is no integer. What is no number has none. */
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
