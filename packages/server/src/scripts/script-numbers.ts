/**
 * Passes messages that contain only numbers, like most telemetry, to and from the sandbox as doubles instead of text:
 * parsing and formatting decimals is the slowest part of QuickJS. The keys of such a message are its shape. Each side
 * sends
 * a shape to the other side once, then refers to it by its number and sends only the values.
 *
 * The meaning equals that of the JSON text. All other messages are sent as text.
 */

import { partsPerCall, type SandboxCalls } from './script-calls.ts'

/** Maximum number of values per batch in each direction; further messages are sent as text. */
export const numbersMax = 512
/** Maximum number of shapes per script in each direction; messages with further shapes are sent as text. */
export const shapesMax = 16

/** Layout of the buffer shared with a script's wrapper: a counter, input values, output values. Sizes in bytes. */
export const numbersAt = 8
export const sharedBytes = numbersAt + 2 * numbersMax * Float64Array.BYTES_PER_ELEMENT

/**
 * Input of the wrapper. `shapes` is a JSON array: the number of output shapes known to this side, the number of the
 * first
 * input shape that follows, then the input shapes that the wrapper may not know yet. After a failed call it's unknown
 * whether the wrapper received them.
 */
export interface PackedCalls extends SandboxCalls {
  readonly shapes: string
}

export interface ScriptNumbers {
  /** Writes the values into `numbers`. A negative data length is -1 minus the shape's number. */
  pack(calls: SandboxCalls, numbers: Float64Array): PackedCalls
  /** Confirms that the wrapper received the last packed calls. `shapes`: its new output shapes as JSON, or empty. */
  received(shapes: string): void
  /**
   * Returns a function that takes the results of one batch in order and replaces `#2\n…` by the JSON text plus the
   * rest.
   */
  unpack(numbers: Float64Array): (text: string) => string
}

export function createScriptNumbers(): ScriptNumbers {
  const shapesIn: (readonly string[])[] = []
  /** For each output shape, the JSON text before each value. */
  const shapesOut: (readonly string[])[] = []
  /** Number of input shapes that the wrapper certainly knows. */
  let reported = 0

  /** The shape's number; -1: the shape limit is reached. */
  function shapeOf(keys: readonly string[]): number {
    const existing = shapesIn.findIndex((shape) => isSame(shape, keys))
    if (existing >= 0 || shapesIn.length === shapesMax) return existing
    return shapesIn.push(keys) - 1
  }

  return {
    pack(calls, numbers) {
      const { text, lengths } = calls
      const shapesNow = () => JSON.stringify([shapesOut.length, reported, ...shapesIn.slice(reported)])
      const packed: number[] = []
      let rest = ''
      let from = 0
      let used = 0
      for (let i = 0; i < lengths.length; i += partsPerCall) {
        const dataEnd = from + (lengths[i] as number)
        const end = dataEnd + (lengths[i + 1] as number) + (lengths[i + 2] as number)
        const values = numbersOf(text.slice(from, dataEnd))
        const keys = values && Object.keys(values)
        const shape = keys && used + keys.length <= numbersMax ? shapeOf(keys) : -1
        if (values && keys && shape >= 0) {
          for (const key of keys) numbers[used++] = values[key] as number
          packed.push(-1 - shape)
          rest += text.slice(dataEnd, end)
        } else {
          // Messages of a script usually have the same form, so if the first one isn't numeric, the rest is sent as
          // text unchecked.
          if (i === 0) return { ...calls, shapes: shapesNow() }
          packed.push(dataEnd - from)
          rest += text.slice(from, end)
        }
        packed.push(lengths[i + 1] as number, lengths[i + 2] as number)
        from = end
      }
      return { text: rest, lengths: packed, shapes: shapesNow() }
    },

    received(shapes) {
      reported = shapesIn.length
      if (shapes === '') return
      for (const keys of JSON.parse(shapes) as string[][]) {
        shapesOut.push(keys.map((key, i) => `${i === 0 ? '{' : ','}${JSON.stringify(key)}:`))
      }
    },

    unpack(numbers) {
      let used = 0
      return (text) => {
        if (!text.startsWith('#')) return text
        const end = text.indexOf('\n')
        let json = ''
        for (const before of shapesOut[Number(text.slice(1, end))] as readonly string[]) {
          const value = numbers[used++] as number
          json += before + (Number.isFinite(value) ? value : 'null')
        }
        return `${json}}${text.slice(end)}`
      }
    },
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, i) => key === other[i])

/** Null: not an object that contains only numbers. */
function numbersOf(data: string): Readonly<Record<string, number>> | null {
  if (!data.startsWith('{')) return null
  let value: Record<string, unknown>
  try {
    value = JSON.parse(data)
  } catch {
    return null
  }
  for (const key in value) if (typeof value[key] !== 'number') return null
  // In an object literal, `__proto__` would set the prototype.
  return Object.hasOwn(value, '__proto__') ? null : (value as Record<string, number>)
}
