/**
 * Reads XML into elements, for LwM2M models; names are taken as they are written, without namespaces.
 *
 * Hostile documents are refused, not survived: a document type (the road to entities that grow or name files) is an error,
 * depth and number of elements are bounded, and the time is in proportion to the length.
 */

import { badRequest } from '@sonde/model/errors'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** What stands directly in it, trimmed. */
  readonly text: string
}

const depthMax = 32
const elementsMax = 20_000

const namePattern = /[A-Za-z_][\w.:-]*/y
const attributePattern = /\s+([A-Za-z_][\w.:-]*)\s*=\s*("[^"<]*"|'[^'<]*')/y
const tagEndPattern = /\s*(\/?)>/y
const closingPattern = /<\/([A-Za-z_][\w.:-]*)\s*>/y

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

type Fail = (what: string) => never

interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

/** The root element. Throws 400 with the line for what is no XML. */
export function readXml(given: string): XmlElement {
  const xml = given.startsWith('\uFEFF') ? given.slice(1) : given
  let at = 0
  let elements = 0
  const roots: XmlElement[] = []
  const open: OpenElement[] = []

  const fail: Fail = (what) => {
    throw badRequest(`The XML cannot be read: ${what} in line ${xml.slice(0, at).split('\n').length}.`)
  }
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(xml)
    if (match) at += match[0].length
    return match
  }
  const skipTo = (end: string, what: string): string => {
    const stop = xml.indexOf(end, at)
    if (stop < 0) return fail(`${what} has no end`)
    const content = xml.slice(at, stop)
    at = stop + end.length
    return content
  }

  function addText(text: string) {
    const element = open.at(-1)
    if (element) element.text += text
    else if (text.trim() !== '') fail('text stands outside of the elements')
  }

  function startElement() {
    at += 1
    const name = take(namePattern)?.[0] ?? fail('a tag has no name')
    const attributes = new Map<string, string>()
    for (let match = take(attributePattern); match; match = take(attributePattern)) {
      const [, attribute = '', quoted = ''] = match
      attributes.set(attribute, plainText(quoted.slice(1, -1), fail))
    }
    const end = take(tagEndPattern) ?? fail(`the tag ${name} has no end`)
    if (roots.length > 0) fail('there is more than one root element')
    if (++elements > elementsMax) fail(`there are more than ${elementsMax} elements`)
    if (open.length >= depthMax) fail(`elements nest deeper than ${depthMax}`)
    open.push({ name, attributes, children: [], text: '' })
    if (end[1] === '/') endElement(name)
  }

  function endElement(name: string) {
    const element = open.pop()
    if (element?.name !== name) return fail(`</${name}> closes nothing`)
    const done: XmlElement = { ...element, text: element.text.trim() }
    const parent = open.at(-1)
    if (parent) parent.children.push(done)
    else roots.push(done)
  }

  while (at < xml.length) {
    if (xml.startsWith('<?', at)) skipTo('?>', 'a processing instruction')
    else if (xml.startsWith('<!--', at)) skipTo('-->', 'a comment')
    else if (xml.startsWith('<![CDATA[', at)) {
      at += '<![CDATA['.length
      addText(skipTo(']]>', 'a CDATA section'))
    } else if (xml.startsWith('<!', at)) fail('there is a document type, which is not taken')
    else if (xml.startsWith('</', at)) endElement(take(closingPattern)?.[1] ?? fail('a closing tag is broken'))
    else if (xml.startsWith('<', at)) startElement()
    else {
      const stop = xml.indexOf('<', at)
      const text = xml.slice(at, stop < 0 ? xml.length : stop)
      addText(plainText(text, fail))
      at += text.length
    }
  }
  const unclosed = open.at(-1)
  if (unclosed) return fail(`<${unclosed.name}> is not closed`)
  return roots[0] ?? fail('there is no element')
}

const plainText = (text: string, fail: Fail): string =>
  text.replace(/&([^;&\s]{0,16};?)/g, (_, entity: string) => entityText(entity, fail))

function entityText(written: string, fail: Fail): string {
  const entity = written.slice(0, -1)
  const known = Object.hasOwn(entities, entity) && written.endsWith(';') ? entities[entity] : undefined
  if (known !== undefined) return known
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(written) ?? []
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : decimal ? Number(decimal) : -1
  const isCharacter =
    code >= 0x20 ? code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) : [9, 10, 13].includes(code)
  return isCharacter ? String.fromCodePoint(code) : fail(`&${written} stands for nothing`)
}
