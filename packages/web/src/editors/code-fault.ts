/** Fault in a text of code: position and message. */

export interface CodeFault {
  /** Offsets in UTF-16 code units; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** Line and column start at 1. */
  readonly line: number
  readonly column: number
  readonly message: string
  /** Only a warning: the text is valid. */
  readonly isHint?: boolean
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Creates a fault whose range is limited to the text and has at least one character. */
export function faultAt(text: string, from: number, to: number, message: string): CodeFault {
  const start = Math.max(0, Math.min(from, text.length - 1))
  return {
    from: start,
    to: Math.max(start, Math.min(Math.max(to, start + 1), text.length)),
    ...placeOf(text, start),
    message,
  }
}
