/**
 * Messages that hold nothing but numbers, as most telemetry does, cross into the sandbox and back without being text:
 * reading and writing decimals is what QuickJS takes longest for. The keys of such a message are its shape; each side
 * sends the other a shape once, and from then on its number and the values as doubles.
 *
 * What is sent so means what its JSON text means. Whatever has another shape travels as text.
 */

import { partsPerCall, type SandboxCalls } from './script-calls.ts'

/** Of the values that go in with one batch, and of those that come out; what is beyond travels as text. */
export const numbersMax = 512
/** Shapes of a script, in and out; what has a further one travels as text. */
export const shapesMax = 16

/** Bytes of the buffer that a script's wrapper and this share: a counter, values in, values out. */
export const numbersAt = 8
export const sharedBytes = numbersAt + 2 * numbersMax * Float64Array.BYTES_PER_ELEMENT

/**
 * What the wrapper gets. `shapes`, JSON: how many this side knows of those that come out, the number of the first that
 * follows, and those going in that the wrapper may not know. A failed call may have reached the wrapper or not.
 */
export interface PackedCalls extends SandboxCalls {
  readonly shapes: string
}

export interface ScriptNumbers {
  /** Puts the values into `numbers`. A data's length below zero is the shape's number, counted down from -1. */
  pack(calls: SandboxCalls, numbers: Float64Array): PackedCalls
  /** The wrapper has received what was packed last. `shapes`: its own new ones, as JSON, or empty. */
  received(shapes: string): void
  /** From one batch's results in their order: `#2\n…` becomes the JSON text with what is behind it. */
  unpack(numbers: Float64Array): (text: string) => string
}

export function createScriptNumbers(): ScriptNumbers {
  const shapesIn: (readonly string[])[] = []
  /** For each shape, what stands before each value. */
  const shapesOut: (readonly string[])[] = []
  /** Of the shapes in, those that the wrapper knows for sure. */
  let reported = 0

  /** The shape's number; -1: it has none. */
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
          // Messages of a kind come together: one of another kind is the last that is looked at.
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

/** null: not an object of numbers alone. */
function numbersOf(data: string): Readonly<Record<string, number>> | null {
  if (!data.startsWith('{')) return null
  let value: Record<string, unknown>
  try {
    value = JSON.parse(data)
  } catch {
    return null
  }
  for (const key in value) if (typeof value[key] !== 'number') return null
  // In a literal it would name the prototype.
  return Object.hasOwn(value, '__proto__') ? null : (value as Record<string, number>)
}
