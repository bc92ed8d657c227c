/** Formats CSS: one declaration per line, empty lines between rules. Comments and strings stay as written. */

const part =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\s+|[{}:;()]|[^\s{}:;()"'/]+|\//g

/** `indent`: spaces per level. */
export function layOutCss(text: string, indent: number): string {
  const lines: string[] = []
  /** Text since the last `{`, `}` or `;`. */
  let line = ''
  let level = 0
  let parens = 0
  const flush = (end: string) => {
    const content = (line.trim() + end).trim()
    if (content !== '') lines.push(' '.repeat(level * indent) + content)
    line = ''
  }
  for (const [token] of text.matchAll(part)) {
    if (token === '(') parens++
    if (token === ')') parens = Math.max(0, parens - 1)
    if (/^\s/.test(token)) {
      if (line !== '' && !line.endsWith(' ')) line += ' '
    } else if (token.startsWith('/*') && line.trim() === '') {
      line = token
      flush('')
    } else if (parens > 0) line += token
    else if (token === '{') {
      flush(' {')
      level++
    } else if (token === '}') {
      if (line.trim() !== '') flush(';')
      level = Math.max(0, level - 1)
      line = ''
      lines.push(`${' '.repeat(level * indent)}}`)
      if (level === 0) lines.push('')
    } else if (token === ';') flush(';')
    else if (token === ':' && level > 0 && /^[\w-]+\s*$/.test(line) && isDeclaration(text, line))
      line = `${line.trim()}: `
    else if (line.endsWith(': ') && token.startsWith(' ')) line += token.trim()
    else line += token
  }
  flush('')
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** False if `name:` starts a nested selector with a pseudo-class, such as `a:hover { … }`. */
function isDeclaration(text: string, name: string): boolean {
  const escaped = name.trim().replace(/[-\\^$*+?.()|[\]{}]/g, '\\$&')
  return !new RegExp(`(?:^|[\\s;{}])${escaped}:[\\w-]+[^;{}]*\\{`).test(text)
}
