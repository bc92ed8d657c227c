/**
 * Reports words and formats that the product's texts must not use: in messages of the client and the server, log lines,
 * commands, documentation and help.
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Words and spelling for all texts, with the suggested replacement. */
const words = [
  [/\b(?:mend|anew|meanwhile|whoever|nobody|somebody|everybody|things?|told|stretch)\b/i, 'a plainer word'],
  [/\b(?:beside(?!s)|stands? for|goes with it|of (?:its|their|your) own|for good|at first sight)\b/i, 'a plainer word'],
  [/(?<!there )\bis no (?!longer\b|one\b)/i, '"isn\'t a …"'],
  [/\b(?:e-mail|time-outs?|log in|upper-case|lower-case)\b/i, '"email", "timeout", "sign in", "uppercase"'],
  [/\b\w*(?:colour|behaviour|catalogue|licence|grey|acknowledgement)\w*/i, 'US English'],
  [
    /\b(?:custom|normal|organ|recogn|synchron|initial|author|serial|optim|minim|maxim|summar)is(?:e|ing|ation)/i,
    'US English',
  ],
  [/\b(?:LWM2M|Github|COAP|Oauth)\b/, '"LwM2M", "GitHub", "CoAP", "OAuth 2.0"'],
  [/\w\(s\)/, 'a plural form of the message'],
  [/ [–—] /, 'no dash between parts of a sentence'],
  [/\d %/, 'no space before %'],
]

/** Formats of client messages. */
const messageFormats = [
  [/\b(?:cannot|(?:is|are|do|does|did|has|was|were|could|must) not)\b/i, 'a contraction'],
  [/\w'\w|"/, 'typographic quotes'],
  [/\.\.\./, '…'],
  [/(?:\d|\}) (?:ms|s|min|h|d|kB|KB|MB|GB|°C)(?![\w-])/, '\\u202f before a unit'],
  [/\w+, \w+, (?:and|or) /, 'no comma before the last item of a list'],
  [/\b(?:platform|installation)\b/i, '"server" or "Sonde"'],
]

/** Markdown without code, link targets and empty cells. */
const prose = (markdown) =>
  markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/^(?: {4}|\t).*$/gm, '')
    .replace(/`[^`\n]*`/g, '`…`')
    // An empty cell of a table.
    .replace(/\| – (?=\|)/g, '| ')
    .replace(/\]\([^)\n]*\)/g, ']')

/** String literals of a source file that look like sentences. */
function* sentencesOf(source) {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
  for (const match of source.matchAll(token)) {
    const text = match[1] ?? match[2] ?? match[3]
    if (
      text &&
      /^[A-Z“"$][^;{}<>=]*\p{L} \p{L}[^<>=]*[.!?…]?$/u.test(text) &&
      !/\b(?:from|where|select) [\w$]/.test(text)
    ) {
      yield [text, source.slice(0, match.index).split('\n').length]
    }
  }
}

const files = (pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => /node_modules|\bdist\b/.test(String(path)) })

function* texts() {
  for (const file of files('packages/web/src/locale/en/*.json')) {
    const messages = JSON.parse(readFileSync(join(root, file), 'utf8'))
    for (const [name, text] of Object.entries(messages)) yield [`${file} ${name}`, text, [...words, ...messageFormats]]
  }
  for (const file of [
    ...files('*.md'),
    ...files('docs/**/*.md'),
    ...files('packages/web/public/assets/help/**/*.md'),
  ]) {
    const lines = prose(readFileSync(join(root, file), 'utf8')).split('\n')
    for (const line of lines) yield [file, line, words]
  }
  for (const file of [...files('packages/{model,client,server,simulator}/src/**/*.ts'), ...files('tools/*.mjs')]) {
    if (/[.-]test(?:ing[\w-]*)?\.ts$|words\.mjs$/.test(file)) continue
    for (const [text, line] of sentencesOf(readFileSync(join(root, file), 'utf8')))
      yield [`${file}:${line}`, text, words]
  }
}

let count = 0
for (const [place, text, rules] of texts()) {
  const read = text.replace(/\{\w+\}/g, '{…}')
  for (const [wrong, right] of rules) {
    const found = wrong.exec(read)
    if (!found) continue
    count++
    process.stdout.write(`${place}: "${found[0].trim()}" → ${right}: ${text.trim().slice(0, 100)}\n`)
  }
}
if (count > 0) process.exit(1)
