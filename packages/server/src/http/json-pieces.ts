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

/** The part of `Turns` that is needed here. */
export interface Pacing {
  readonly isOver: boolean
  next(): Promise<void>
}

/** The bytes of `JSON.stringify(value)`; `value` is one that JSON has. */
export async function jsonPieces(value: unknown, turns: Pacing): Promise<Buffer[]> {
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
    let short: Record<string, unknown> = {}
    let shortCount = 0
    const flushShort = () => {
      const written = JSON.stringify(short).slice(1, -1)
      short = {}
      shortCount = 0
      if (written === '') return
      write(isFirst ? written : `,${written}`)
      isFirst = false
    }
    for (const [name, member] of Object.entries(object)) {
      if (isList(member)) {
        flushShort()
        write(`${isFirst ? '' : ','}${JSON.stringify(name)}:[`)
        isFirst = false
        await writeItems(member, listText)
        write(']')
        continue
      }
      short[name] = member
      if (++shortCount < firstItems) continue
      if (turns.isOver) await turns.next()
      flushShort()
    }
    flushShort()
  }

  if (isList(value)) {
    write('[')
    await writeItems(value, listText)
    write(']')
  } else if (hasLongParts(value)) {
    write('{')
    await writeMembers(value)
    write('}')
  } else write(JSON.stringify(value))
  if (text !== '') pieces.push(Buffer.from(text))
  return pieces
}

const listText = (items: readonly unknown[]) => JSON.stringify(items).slice(1, -1)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > firstItems

/** Objects that write themselves are left to it. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

function hasLongParts(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isPlain(value)) return false
  let members = 0
  for (const name in value) {
    if (++members > 64 || isList(value[name])) return true
  }
  return false
}
