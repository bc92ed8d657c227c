/**
 * Removes from CSS of users what loads something from another place or reaches beyond the element that contains it.
 * Reads the text as browsers do (CSS Syntax Level 3), so that escapes and comments hide nothing.
 */

export type IsAllowedUrl = (url: string) => boolean

/** They import files or apply to the whole page. */
const removedRules = new Set(['import', 'charset', 'namespace', 'property', 'view-transition', 'page'])
/** Functions that take addresses as plain strings. */
const removedFunctions = new Set(['image-set', '-webkit-image-set', 'image', 'src'])
/** Values that let a list of choices be drawn anywhere on the page. */
const removedValues = new Map([['base-select', 'auto']])

const nameStart = /[a-z_\u0080-\uffff]/i
const nameSign = /[\w\u0080-\uffff-]/
const space = /[ \t\n\r\f]/

interface Token {
  readonly end: number
  readonly value: string
}

/** Accepts whole sheets and the content of style attributes. */
export function sanitizeCss(css: string, isAllowed: IsAllowedUrl): string {
  let out = ''
  let at = 0
  while (at < css.length) {
    const sign = css[at] ?? ''
    if (css.startsWith('/*', at)) {
      at = commentEnd(css, at)
      // Separates tokens, as the comment did.
      out += '/**/'
    } else if (sign === '"' || sign === "'") {
      const { end } = readString(css, at)
      out += closed(css.slice(at, end), sign)
      at = end
    } else if (sign === '@' && startsName(css, at + 1)) {
      const { end, value } = readName(css, at + 1)
      if (removedRules.has(value.toLowerCase())) at = statementEnd(css, end)
      else {
        out += css.slice(at, end)
        at = end
      }
    } else if (startsName(css, at)) {
      const { end, value } = readName(css, at)
      const name = value.toLowerCase()
      if (css[end] !== '(') {
        out += removedValues.get(name) ?? css.slice(at, end)
        at = end
      } else if (name === 'url') {
        const url = readUrl(css, end + 1)
        out += isAllowed(url.value) ? `url(${quoted(url.value)})` : 'none'
        at = url.end
      } else if (removedFunctions.has(name)) {
        out += 'none'
        at = blockEnd(css, end)
      } else {
        out += css.slice(at, end + 1)
        at = end + 1
      }
    } else {
      out += sign
      at++
    }
  }
  return out
}

/** A line break ends a string as an error; the end of the text closes it. */
function closed(text: string, quote: string): string {
  const isClosed = text.length > 1 && text.endsWith(quote)
  return isClosed ? text : `${text.replace(/\\$/, '')}${quote}`
}

const quoted = (text: string): string =>
  `"${text.replace(/[\\"\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`

function commentEnd(css: string, at: number): number {
  const end = css.indexOf('*/', at + 2)
  return end < 0 ? css.length : end + 2
}

const isEscape = (css: string, at: number): boolean => css[at] === '\\' && !/^[\n\r\f]?$/.test(css[at + 1] ?? '')

function startsName(css: string, at: number): boolean {
  if (css[at] === '-') return css[at + 1] === '-' || nameStart.test(css[at + 1] ?? '') || isEscape(css, at + 1)
  return nameStart.test(css[at] ?? '') || isEscape(css, at)
}

function readName(css: string, from: number): Token {
  let value = ''
  let at = from
  while (at < css.length) {
    if (isEscape(css, at)) {
      const escaped = readEscape(css, at)
      value += escaped.value
      at = escaped.end
    } else if (nameSign.test(css[at] ?? '')) value += css[at++]
    else break
  }
  return { end: at, value }
}

const hexEscape = /\\([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?/iy

/** `at`: position of the backslash. */
function readEscape(css: string, at: number): Token {
  hexEscape.lastIndex = at
  const hex = hexEscape.exec(css)
  if (hex) {
    const code = Number.parseInt(hex[1] ?? '', 16)
    const isSign = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return { end: at + hex[0].length, value: isSign ? String.fromCodePoint(code) : '\ufffd' }
  }
  const value = String.fromCodePoint(css.codePointAt(at + 1) ?? 0xfffd)
  return { end: at + 1 + value.length, value }
}

/** `from`: position of the quote. Ends after the closing quote, or before a line break. */
function readString(css: string, from: number): Token {
  const quote = css[from]
  let value = ''
  let at = from + 1
  while (at < css.length) {
    const sign = css[at] ?? ''
    if (sign === quote) return { end: at + 1, value }
    if (/[\n\r\f]/.test(sign)) return { end: at, value }
    if (sign === '\\') {
      const next = css[at + 1] ?? ''
      if (isEscape(css, at)) {
        const escaped = readEscape(css, at)
        value += escaped.value
        at = escaped.end
      } else at += css.startsWith('\r\n', at + 1) ? 3 : next === '' ? 1 : 2
    } else {
      value += sign
      at++
    }
  }
  return { end: at, value }
}

/** `from`: after the opening parenthesis. Ends after the closing one. */
function readUrl(css: string, from: number): Token {
  let at = from
  while (space.test(css[at] ?? '')) at++
  if (css[at] === '"' || css[at] === "'") {
    const text = readString(css, at)
    return { value: text.value, end: blockEnd(css, from - 1) }
  }
  let value = ''
  while (at < css.length && css[at] !== ')') {
    if (isEscape(css, at)) {
      const escaped = readEscape(css, at)
      value += escaped.value
      at = escaped.end
    } else value += css[at++]
  }
  return { value: value.trim(), end: Math.min(css.length, at + 1) }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** `from`: position of the opening bracket. Ends after the one that closes it. */
function blockEnd(css: string, from: number): number {
  const open: string[] = []
  let at = from
  while (at < css.length) {
    const sign = css[at] ?? ''
    if (css.startsWith('/*', at)) at = commentEnd(css, at)
    else if (sign === '"' || sign === "'") at = readString(css, at).end
    else if (isEscape(css, at)) at = readEscape(css, at).end
    else {
      at++
      const closer = closing[sign]
      if (closer) open.push(closer)
      else if (sign === open.at(-1)) {
        open.pop()
        if (open.length === 0) return at
      }
    }
  }
  return css.length
}

/** End of an at-rule: its semicolon or block. */
function statementEnd(css: string, from: number): number {
  let at = from
  while (at < css.length) {
    const sign = css[at] ?? ''
    if (sign === ';') return at + 1
    if (sign === '}') return at
    if (sign === '{') return blockEnd(css, at)
    if (sign === '(' || sign === '[') at = blockEnd(css, at)
    else if (css.startsWith('/*', at)) at = commentEnd(css, at)
    else if (sign === '"' || sign === "'") at = readString(css, at).end
    else if (isEscape(css, at)) at = readEscape(css, at).end
    else at++
  }
  return css.length
}
