/**
 * Encodes which journal messages aren't done: a checkpoint of all of them, and lists of messages done since.
 *
 *     checkpoint := next seq f64, (gap varint, length varint)*     runs that aren't done, from seq 1 on
 *     done       := first f64, (zigzag delta varint)*
 *
 * The rule engine limits the number of messages that aren't done, so a checkpoint stays small even if the engine is
 * slow.
 */

function varintWriter() {
  const bytes: number[] = []
  return {
    bytes,
    write(value: number) {
      while (value >= 0x80) {
        bytes.push((value & 0x7f) | 0x80)
        value = Math.floor(value / 0x80)
      }
      bytes.push(value)
    },
  }
}

function varints(bytes: Uint8Array, from: number): number[] {
  const values: number[] = []
  let value = 0
  let unit = 1
  for (let i = from; i < bytes.length; i++) {
    const part = bytes[i] as number
    value += (part & 0x7f) * unit
    if (part >= 0x80) unit *= 0x80
    else {
      values.push(value)
      value = 0
      unit = 1
    }
  }
  return values
}

function withNumber(first: number, rest: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + rest.length)
  new DataView(bytes.buffer).setFloat64(0, first, true)
  bytes.set(rest, 8)
  return bytes
}

const firstNumber = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)

export interface Checkpoint {
  readonly nextSeq: number
  /** Ascending. */
  readonly undone: readonly number[]
}

export function encodeCheckpoint(nextSeq: number, undone: Iterable<number>): Uint8Array<ArrayBuffer> {
  const writer = varintWriter()
  let end = 1
  let start = 0
  let length = 0
  for (const seq of undone) {
    if (length > 0 && seq === start + length) {
      length++
      continue
    }
    if (length > 0) {
      writer.write(start - end)
      writer.write(length)
      end = start + length
    }
    start = seq
    length = 1
  }
  if (length > 0) {
    writer.write(start - end)
    writer.write(length)
  }
  return withNumber(nextSeq, writer.bytes)
}

export function decodeCheckpoint(bytes: Uint8Array): Checkpoint {
  const runs = varints(bytes, 8)
  const undone: number[] = []
  let at = 1
  for (let i = 0; i + 1 < runs.length; i += 2) {
    at += runs[i] as number
    for (let left = runs[i + 1] as number; left > 0; left--) undone.push(at++)
  }
  return { nextSeq: firstNumber(bytes), undone }
}

/** Requires at least one position. */
export function encodeDone(done: readonly number[]): Uint8Array<ArrayBuffer> {
  const writer = varintWriter()
  for (let i = 1; i < done.length; i++) {
    const delta = (done[i] as number) - (done[i - 1] as number)
    writer.write(delta < 0 ? -2 * delta - 1 : 2 * delta)
  }
  return withNumber(done[0] as number, writer.bytes)
}

export function decodeDone(bytes: Uint8Array): number[] {
  let at = firstNumber(bytes)
  const done = [at]
  for (const folded of varints(bytes, 8)) {
    at += folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
    done.push(at)
  }
  return done
}
