/** Protobuf syntax highlighting and indentation for the editor. */

import { StreamLanguage } from '@codemirror/language'

const keywords = new Set(
  'syntax package import option message enum oneof map repeated optional required reserved service rpc returns extend extensions group to max true false'.split(
    ' ',
  ),
)
const types = new Set(
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes'.split(' '),
)

interface ProtoState {
  inComment: boolean
  depth: number
}

export const protobufLanguage = StreamLanguage.define<ProtoState>({
  name: 'protobuf',
  startState: () => ({ inComment: false, depth: 0 }),
  token(stream, state) {
    if (state.inComment) {
      if (stream.skipTo('*/')) {
        stream.match('*/')
        state.inComment = false
      } else stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) {
      state.inComment = true
      return 'comment'
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^-?(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/)) return 'number'
    const word = stream.match(/^[A-Za-z_][\w.]*/)
    if (word) {
      const text = stream.current()
      if (types.has(text)) return 'typeName'
      return keywords.has(text) ? 'keyword' : 'variableName'
    }
    const sign = stream.next()
    if (sign === '{') state.depth++
    if (sign === '}') state.depth = Math.max(0, state.depth - 1)
    return null
  },
  indent: (state, after, { unit }) => Math.max(0, state.depth - (after.startsWith('}') ? 1 : 0)) * unit,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['{', '[', '(', '"'] },
  },
})
