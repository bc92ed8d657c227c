/** Long lists of telemetry in parts, so that nobody has to wait until all of one was parsed. */

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/** A text that is no JSON. */
const noList = '[,]'

/**
 * The text as lists of about so many characters, which together hold what it holds; what is no list is one part, as it is.
 * A text that is no JSON has a part that is none.
 */
export function* telemetryParts(text: string, characters: number): Generator<string, void> {
  const start = /^\s*\[/.exec(text)?.[0].length
  if (start === undefined || text.length <= characters) {
    yield text
    return
  }
  let from = start
  let depth = 1
  let isInText = false
  let at = start
  for (; at < text.length && depth > 0; at++) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === backslash) at++
      else if (code === quote) isInText = false
    } else if (code === quote) isInText = true
    else if (openings.has(code)) depth++
    else if (closings.has(code)) depth--
    else if (code === comma && depth === 1 && at - from >= characters) {
      yield listOf(text.slice(from, at))
      from = at + 1
    }
  }
  const rest = text.slice(from)
  // After a comma there must be something more.
  yield from > start && /^\s*\]/.test(rest) ? noList : `[${rest}`
}

/** Between two commas there must be something. */
const listOf = (items: string) => (items.trim() === '' ? noList : `[${items}]`)
