/**
 * Finds the first syntax error in a JSON text, and formats JSON texts.
 *
 * Formatting keeps every literal as written: numbers keep all their digits, which `JSON.parse` would lose.
 */

export type JsonFaultKind =
  | 'jsonEmpty'
  | 'jsonEnds'
  | 'jsonValue'
  | 'jsonKey'
  | 'jsonColon'
  | 'jsonComma'
  | 'jsonText'
  | 'jsonMore'
  | 'jsonDeep'

export interface JsonFault {
  readonly kind: JsonFaultKind
  readonly from: number
  readonly to: number
}

type JsonNode =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonNode])[] }

export type ReadJsonText =
  | { readonly kind: 'read'; readonly root: JsonNode; readonly isObject: boolean }
  | { readonly kind: 'broken'; readonly fault: JsonFault }

/** Maximum nesting depth of arrays and objects. */
const depthMax = 500
const space = /[ \t\r\n]*/y
const literal =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const word = /[^\s,:{}[\]"]+|./y

class Broken extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.kind)
    this.fault = fault
  }
}

export function readJsonText(text: string): ReadJsonText {
  let at = 0
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const skip = () => match(space)
  function broken(kind: JsonFaultKind): Broken {
    if (at >= text.length) {
      const end = text.trimEnd().length
      return new Broken({ kind: end === 0 ? 'jsonEmpty' : 'jsonEnds', from: Math.max(0, end - 1), to: end })
    }
    const from = at
    const length = Math.max(1, match(word).length)
    // A string that isn't a valid key or value is unterminated or has an invalid escape.
    const isOpenText = text[from] === '"' && (kind === 'jsonValue' || kind === 'jsonKey')
    return new Broken({ kind: isOpenText ? 'jsonText' : kind, from, to: from + length })
  }
  function string(kind: JsonFaultKind): string {
    if (text[at] !== '"') throw broken(kind)
    const found = match(literal)
    if (found === '') throw broken(kind)
    return found
  }
  function value(depth: number): JsonNode {
    skip()
    const first = text[at]
    if (depth > depthMax) throw broken('jsonDeep')
    if (first === '[') {
      at++
      const items: JsonNode[] = []
      skip()
      while (text[at] !== ']') {
        items.push(value(depth + 1))
        skip()
        if (text[at] === ']') break
        if (text[at] !== ',') throw broken('jsonComma')
        at++
        skip()
        if (text[at] === ']') throw broken('jsonValue')
      }
      at++
      return { kind: 'array', items }
    }
    if (first === '{') {
      at++
      const entries: [string, JsonNode][] = []
      skip()
      while (text[at] !== '}') {
        skip()
        const key = string('jsonKey')
        skip()
        if (text[at] !== ':') throw broken('jsonColon')
        at++
        entries.push([key, value(depth + 1)])
        skip()
        if (text[at] === '}') break
        if (text[at] !== ',') throw broken('jsonComma')
        at++
        skip()
        if (text[at] === '}') throw broken('jsonKey')
      }
      at++
      return { kind: 'object', entries }
    }
    const found = match(literal)
    // Rejects text that only starts with a valid value, such as `01` and `truely`.
    if (found === '' || /[\w.+-]/.test(found.at(-1) === '"' ? '' : (text[at] ?? ''))) throw broken('jsonValue')
    return { kind: 'literal', text: found }
  }
  try {
    const root = value(0)
    skip()
    if (at < text.length) throw broken('jsonMore')
    return { kind: 'read', root, isObject: root.kind === 'object' }
  } catch (error) {
    if (error instanceof Broken) return { kind: 'broken', fault: error.fault }
    throw error
  }
}

export interface JsonLayout {
  /** Spaces per indent level. */
  readonly indent: number
  /** Maximum line length, in characters, up to which an array of plain values stays on one line. */
  readonly wrap: number
}

/** Formats a JSON text; null if it has a syntax error. */
export function layOutJson(text: string, { indent, wrap }: JsonLayout): string | null {
  const read = readJsonText(text)
  if (read.kind === 'broken') return null
  function flat(node: JsonNode): string {
    if (node.kind === 'literal') return node.text
    if (node.kind === 'array') return `[${node.items.map(flat).join(', ')}]`
    return node.entries.length === 0 ? '{}' : `{ ${node.entries.map(([key, of]) => `${key}: ${flat(of)}`).join(', ')} }`
  }
  function write(node: JsonNode, level: number, lead: number): string {
    const isLeaf = node.kind === 'literal' || (node.kind === 'array' ? node.items : node.entries).length === 0
    if (isLeaf) return flat(node)
    // Objects always have one line per entry. Arrays of plain values stay on one line if they fit.
    if (node.kind === 'array' && node.items.every((item) => item.kind === 'literal')) {
      const line = flat(node)
      if (level * indent + lead + line.length <= wrap) return line
    }
    const pad = ' '.repeat((level + 1) * indent)
    const end = ' '.repeat(level * indent)
    if (node.kind === 'array') {
      return `[\n${node.items.map((item) => pad + write(item, level + 1, 0)).join(',\n')}\n${end}]`
    }
    const lines = node.entries.map(([key, of]) => `${pad}${key}: ${write(of, level + 1, key.length + 2)}`)
    return `{\n${lines.join(',\n')}\n${end}}`
  }
  return write(read.root, 0, 0)
}
