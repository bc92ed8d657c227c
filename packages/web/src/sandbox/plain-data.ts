/** Values that cross the border of the sandbox: plain data of a bounded size. */

/** Maximum size of a value: characters of texts, plus one per value of lists and objects. */
export const resultSizeMax = 200_000

/** The value can't leave the sandbox. */
export class UnusableResult extends Error {}

// Functions of users may replace what they find in the global object. What decides about the size of a result is
// therefore taken before the first of them runs, and lists are walked by index.
const { isArray } = Array
const { keys, defineProperty } = Object
const timeOf = Date.prototype.getTime
const { apply } = Reflect

/** Plain data of a bounded size: anything else can't be sent, or would slow the page down. */
export function plainData(value: unknown): unknown {
  let size = 0
  const add = (one: number) => {
    size += one
    if (size > resultSizeMax) throw new UnusableResult('too large')
  }
  const copy = (one: unknown, depth: number): unknown => {
    switch (typeof one) {
      case 'string':
        add(one.length)
        return one
      case 'function':
      case 'symbol':
        throw new UnusableResult(typeof one)
      case 'object': {
        if (one === null) return null
        if (depth > 20) throw new UnusableResult('too deep')
        if (one instanceof Date) return apply(timeOf, one, [])
        const names = keys(one)
        add(names.length)
        const copied: object = isArray(one) ? [] : {}
        for (let i = 0; i < names.length; i++) {
          const name = names[i] as string
          const item = copy((one as Record<string, unknown>)[name], depth + 1)
          defineProperty(copied, name, { value: item, enumerable: true, configurable: true, writable: true })
        }
        return copied
      }
      default:
        return one
    }
  }
  return copy(value, 0)
}
