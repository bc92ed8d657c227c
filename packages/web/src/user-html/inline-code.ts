/**
 * Takes style attributes, `<style>` and `<base>` elements and event attributes out of HTML before a browser parses it.
 * Parsing alone would report each of them as a violation of the page's content security policy.
 *
 * Not a protection: the result is still hostile.
 */

/** Holds the content of style attributes. */
export const styleAttribute = 'data-user-style'

interface ExtractedHtml {
  readonly html: string
  /** Content of all `<style>` elements. */
  readonly css: string
}

const tagStart = /<([a-z][^\s/>]*)/iy
const betweenAttributes = /[\s/]+/y
const attribute = /=?[^\s/>=]*/y
const attributeValue = /\s*=\s*(?:"[^"]*("|$)|'[^']*('|$)|[^\s>]*)/y
/** Their content contains no tags. */
const textElements = new Set(['script', 'style', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])

/** They change the document that contains them, even while it is only parsed. */
const documentElements = new Set(['base', 'meta', 'link'])

export function extractInlineCode(html: string): ExtractedHtml {
  let out = ''
  let css = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    out += html.slice(at, open)
    if (html.startsWith('<!--', open)) {
      at = commentEnd(html, open)
      continue
    }
    const tag = readTag(html, open)
    if (!tag) {
      out += '<'
      at = open + 1
      continue
    }
    at = tag.end
    if (documentElements.has(tag.name)) continue
    if (!textElements.has(tag.name)) {
      out += tag.html
      continue
    }
    const close = endTag(html, tag.name, tag.end)
    const content = html.slice(tag.end, close)
    if (tag.name === 'style') {
      css += `${content}\n`
      const end = html.indexOf('>', close)
      at = end < 0 ? html.length : end + 1
    } else {
      out += tag.html + content
      at = close
    }
  }
  return { html: out + html.slice(at), css }
}

function commentEnd(html: string, open: number): number {
  const short = /<!--(-?>)/y
  short.lastIndex = open
  if (short.test(html)) return short.lastIndex
  const end = /--!?>/g
  end.lastIndex = open + 4
  return end.test(html) ? end.lastIndex : html.length
}

function endTag(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Start tag without event attributes and with its style attribute renamed; null: no tag starts here. */
function readTag(html: string, open: number) {
  tagStart.lastIndex = open
  const start = tagStart.exec(html)
  if (!start) return null
  let out = start[0]
  let at = open + out.length
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(html)?.[0] ?? ''
    at += found.length
    return found
  }
  let between = ''
  for (;;) {
    between = read(betweenAttributes)
    // Browsers drop a tag that doesn't end.
    if (at >= html.length) return { name: '', html: '', end: at }
    if (html[at] === '>') break
    const name = read(attribute)
    const value = read(attributeValue)
    if (/^on/i.test(name)) continue
    out += `${between || ' '}${/^style$/i.test(name) ? styleAttribute : name}${value}`
  }
  // A solidus at the end closes elements of SVG.
  const end = between.endsWith('/') ? '/>' : '>'
  return { name: (start[1] ?? '').toLowerCase(), html: out + end, end: at + 1 }
}
