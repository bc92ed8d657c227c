/** Finds words that stand in components instead of in the message files: nobody could translate them. */

import { parseSync } from 'vite'

/** Attributes whose text is read by people. */
const spokenAttributes = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'help',
  'error',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
])
/** Keys of the keyboard and code are the same in every language. */
const silentElements = new Set(['kbd', 'code', 'style'])
/** `devices.title`: looked up where it is drawn. */
const messageKey = /^[a-z]\w*\.\w+$/
const word = /\p{L}{2,}/u

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Texts as `line: text`. `names` are left alone: products, keys, units. */
export function untranslatedTexts(file: string, source: string, names: ReadonlySet<string>): string[] {
  const found: string[] = []

  function report(node: Node, text: unknown) {
    if (typeof text !== 'string') return
    const trimmed = text.trim()
    if (!word.test(trimmed) || names.has(trimmed) || messageKey.test(trimmed)) return
    const at = node.start + text.length - text.trimStart().length
    found.push(`${source.slice(0, at).split('\n').length}: ${trimmed}`)
  }

  /** What an expression shows: a text, or one of two. */
  function reportShown(node: unknown): void {
    if (!isNode(node)) return
    if (node.type === 'Literal') report(node, node.value)
    if (node.type === 'TemplateLiteral') {
      for (const quasi of node.quasis as Node[]) report(quasi, (quasi.value as { cooked?: unknown }).cooked)
    }
    if (node.type === 'ConditionalExpression') {
      reportShown(node.consequent)
      reportShown(node.alternate)
    }
    if (node.type === 'LogicalExpression') reportShown(node.right)
    if (node.type === 'JSXExpressionContainer') reportShown(node.expression)
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    if (value.type === 'JSXText') report(value, value.value)
    if (value.type === 'JSXAttribute') {
      const { name } = value.name as { name?: unknown }
      if (typeof name === 'string' && spokenAttributes.has(name)) reportShown(value.value)
    }
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      const { name } = ((value.openingElement as Node | undefined)?.name ?? {}) as { name?: unknown }
      if (typeof name === 'string' && silentElements.has(name)) return
      for (const child of value.children as Node[]) if (child.type === 'JSXExpressionContainer') reportShown(child)
    }
    for (const [field, each] of Object.entries(value)) if (field !== 'parent') visit(each)
  }

  visit(parseSync(file, source).program)
  return found
}
