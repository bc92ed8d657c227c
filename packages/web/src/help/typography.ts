/**
 * Typography of help texts, which are written with the characters of a keyboard: apostrophes and quotation marks are
 * curved, and a number keeps the word after it on its line. Code stays as it is.
 */

const apostrophe = /(?<=\p{L})'(?=\p{L})/gu
const openingQuote = /(?<=^|[\s(\u00a0])"(?=\S|$)/gu
const numberAndWord = /(?<=\d) (?=\p{L})/gu

export const typographic = (text: string): string =>
  text.replace(apostrophe, '’').replace(openingQuote, '“').replaceAll('"', '”').replace(numberAndWord, '\u00a0')

/** Node of a Markdown tree; code is of the types `code` and `inlineCode`. */
interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

/** Plugin of the Markdown renderer. */
export const typography = () => applyTo

function applyTo(node: MarkdownNode): void {
  if (node.type === 'text' && node.value !== undefined) node.value = typographic(node.value)
  for (const child of node.children ?? []) applyTo(child)
}
