/**
 * Answers as JSON in pieces: a list of ten thousand rows is not one string, and others go on while it is written.
 *
 * Most answers are one piece. Of lists, and of objects with many members, some are written at a time.
 */

/** A piece is cut off when so many characters have come together. */
const pieceCharacters = 64 * 1024
/** Characters that are written without a look at the time. */
const strideCharacters = 16 * 1024
/** Items and members that are written at once before it is known how long they are. */
const firstItems = 4
/** Objects with more are written some members at a time. */
const manyMembers = 64

/** The part of `Turns` that is needed here. */
export interface Pacing {
  readonly isOver: boolean
  next(): Promise<void>
}

/** The bytes of `JSON.stringify(value)`; `value` is one that JSON has. `stringify` may be another one. */
export async function jsonPieces(
  value: unknown,
  turns: Pacing,
  stringify: (value: unknown) => string = JSON.stringify,
): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let text = ''

  function write(part: string) {
    text += part
    if (text.length < pieceCharacters) return
    pieces.push(Buffer.from(text))
    text = ''
  }

  /** `textOf` gives some items as JSON, without brackets; '' when there is nothing of them. */
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
  if (text !== '') pieces.push(Buffer.from(text))
  return pieces
}

/** Without a prototype `__proto__` is a name as any other. */
const noMembers = (): Record<string, unknown> => Object.create(null)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > firstItems

/** Objects that write themselves are left to it. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

/** Whether it is a long list or an object with one, or with many members, in it or in a member. */
function isLong(value: unknown, levels = 2): value is Readonly<Record<string, unknown>> {
  if (isList(value)) return true
  if (levels === 0 || !isPlain(value)) return false
  let members = 0
  for (const name in value) {
    if (++members > manyMembers || isLong(value[name], levels - 1)) return true
  }
  return false
}
