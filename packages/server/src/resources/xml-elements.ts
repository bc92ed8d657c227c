/**
 * Reads XML into elements, for LwM2M models. Names are used as written, without namespaces.
 *
 * The parser is saxes. It only knows the five predefined entities of XML and never opens files; document type
 * declarations are rejected anyway. Depth and number of elements are limited during parsing, before the tree is built.
 */

import { badRequest } from '@sonde/model/errors'
import { SaxesParser } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Direct text of the element, trimmed. */
  readonly text: string
}

const depthMax = 32
const elementsMax = 20_000

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

/** Returns the root element. Throws 400 with the line number if the text isn't valid XML. */
export function readXml(xml: string): XmlElement {
  const parser = new SaxesParser()
  let elements = 0
  let root: XmlElement | undefined
  const open: OpenElement[] = []

  function fail(what: string): never {
    throw badRequest(`The XML can’t be read: ${what} in line ${parser.line}.`)
  }
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('error', ({ message }) =>
    fail(message.replace(/^\d+:\d+: |\.$/g, '').replace(/^unclosed tag: (.+)$/, '<$1> is not closed')),
  )
  parser.on('doctype', () => fail('document types aren’t allowed'))
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > elementsMax) fail(`there are more than ${elementsMax} elements`)
    if (open.length >= depthMax) fail(`elements nest deeper than ${depthMax}`)
    open.push({ name, attributes: new Map(Object.entries(attributes)), children: [], text: '' })
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    element.text = element.text.trim()
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else root = element
  })
  parser.write(xml).close()
  return root ?? fail('there is no element')
}
