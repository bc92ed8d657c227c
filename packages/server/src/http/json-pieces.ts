/**
 * Serializes responses as JSON in pieces, so that a list of ten thousand rows isn't one string and other work runs in
 * between.
 *
 * Most responses are one piece, and stay text: Node sends a text together with the head in one write. Lists, and objects with many members, are serialized in groups of items or members.
 */

/** A piece ends once it has this many characters. */
const pieceCharacters = 64 * 1024
/** Target characters to serialize between two checks of the time slice. */
const strideCharacters = 16 * 1024
/** Number of items or members serialized before their length is known. */
const firstItems = 4
/** Objects with more members are serialized in groups. */
const manyMembers = 64

/** Subset of `Turns` that is used here. */
export interface Pacing {
  readonly isOver: boolean
  next(): Promise<void>
}

/** Text of one piece, or several pieces as bytes. */
export type JsonPieces = string | readonly Buffer[]

/** Returns `JSON.stringify(value)`; `value` must be serializable. `stringify` replaces the default serializer. */
export function jsonPieces(
  value: unknown,
  turns: Pacing,
  stringify: (value: unknown) => string = JSON.stringify,
): JsonPieces | Promise<JsonPieces> {
  return isLong(value) ? piecesOf(value, turns, stringify) : stringify(value)
}

async function piecesOf(value: unknown, turns: Pacing, stringify: (value: unknown) => string): Promise<JsonPieces> {
  const pieces: Buffer[] = []
  let text = ''

  function write(part: string) {
    text += part
    if (text.length < pieceCharacters) return
    pieces.push(Buffer.from(text))
    text = ''
  }

  /** `textOf` serializes some items without brackets; '' when they have no output. */
  async function writeItems<T>(items: readonly T[], textOf: (some: readonly T[]) => string) {
    let count = firstItems
    let isFirst = true
    for (let at = 0; at < items.length; ) {
      if (turns.isOver) await turns.next()
      const some = items.slice(at, at + count)
      const written = textOf(some)
      at += some.length
      count = Math.max(1, Math.floor((strideCharacters * some.length) / Math.max(1, written.length)))
      if (written === '') continue
      write(isFirst ? written : `,${written}`)
      isFirst = false
    }
  }

  async function writeMembers(object: Readonly<Record<string, unknown>>) {
    let isFirst = true
    let short = noMembers()
    let shortCount = 0
    const separate = () => {
      if (!isFirst) write(',')
      isFirst = false
    }
    const flushShort = () => {
      const written = stringify(short).slice(1, -1)
      short = noMembers()
      shortCount = 0
      if (written === '') return
      separate()
      write(written)
    }
    for (const [name, member] of Object.entries(object)) {
      if (isLong(member)) {
        flushShort()
        separate()
        write(`${JSON.stringify(name)}:`)
        await writeValue(member)
        continue
      }
      short[name] = member
      if (++shortCount < firstItems) continue
      if (turns.isOver) await turns.next()
      flushShort()
    }
    flushShort()
  }

  async function writeValue(value: unknown) {
    if (isList(value)) {
      write('[')
      await writeItems(value, (items) => stringify(items).slice(1, -1))
      write(']')
    } else if (isLong(value)) {
      write('{')
      await writeMembers(value)
      write('}')
    } else write(stringify(value))
  }

  await writeValue(value)
  if (pieces.length === 0) return text
  if (text !== '') pieces.push(Buffer.from(text))
  return pieces
}

/** Bytes of the pieces. */
export const jsonBytes = (pieces: JsonPieces): Buffer =>
  typeof pieces === 'string' ? Buffer.from(pieces) : Buffer.concat(pieces)

/** Without a prototype, `__proto__` is an ordinary name. */
const noMembers = (): Record<string, unknown> => Object.create(null)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > firstItems

/** False for objects with `toJSON`, which serialize themselves. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

/** True for a long list, and for an object that has many members or contains such a value within two levels. */
function isLong(value: unknown, levels = 2): value is Readonly<Record<string, unknown>> {
  if (isList(value)) return true
  if (levels === 0 || !isPlain(value)) return false
  let members = 0
  for (const name in value) {
    if (++members > manyMembers || isLong(value[name], levels - 1)) return true
  }
  return false
}
