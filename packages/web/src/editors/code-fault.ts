/** What is wrong with a text of code: where, and in words. */

export interface CodeFault {
  /** UTF-16 units from the start of the text; `to` lies behind it. */
  readonly from: number
  readonly to: number
  /** Both from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
  /** Worth a look, but nothing stands against the text. */
  readonly isHint?: boolean
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** At least one character wide, inside the text. */
export function faultAt(text: string, from: number, to: number, message: string): CodeFault {
  const start = Math.max(0, Math.min(from, text.length - 1))
  return {
    from: start,
    to: Math.max(start, Math.min(Math.max(to, start + 1), text.length)),
    ...placeOf(text, start),
    message,
  }
}
