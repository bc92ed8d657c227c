/** Splits long telemetry lists into parts, so that parsing doesn't block other requests. */

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/** Invalid JSON. */
const noList = '[,]'

/**
 * Splits the text into lists of about `characters` characters that together contain the same items. A text that isn't a
 * list is yielded unchanged. Invalid JSON yields at least one invalid part.
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
  // A trailing comma is invalid.
  yield from > start && /^\s*\]/.test(rest) ? noList : `[${rest}`
}

/** An empty item between two commas is invalid. */
const listOf = (items: string) => (items.trim() === '' ? noList : `[${items}]`)
