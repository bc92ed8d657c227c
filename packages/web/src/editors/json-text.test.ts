import { expect, test } from 'vitest'
import { type JsonFault, layOutJson, readJsonText } from './json-text.ts'

const layout = { indent: 2, wrap: 60 }

function faultOf(text: string): JsonFault | null {
  const read = readJsonText(text)
  return read.kind === 'broken' ? read.fault : null
}

test('takes what JSON.parse takes, and nothing else', () => {
  const texts = [
    '{}',
    '[]',
    ' {"a": [1, -2.5e+3, "x\\u00e9\\n", true, false, null, {"b": {}}]} ',
    '0',
    '"x"',
    '',
    '   ',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    "{'a':1}",
    '{a:1}',
    '01',
    '1.',
    'truely',
    '"a\nb"',
    '"open',
    '{} {}',
    '[1]]',
    'NaN',
    '+1',
    '"\\x"',
  ]
  for (const text of texts) {
    let parses = true
    try {
      JSON.parse(text)
    } catch {
      parses = false
    }
    expect({ text, reads: faultOf(text) === null }).toEqual({ text, reads: parses })
  }
})

test('says where and what', () => {
  expect(faultOf('')).toEqual({ kind: 'jsonEmpty', from: 0, to: 0 })
  expect(faultOf('{"a": 1,\n b: 2}')).toEqual({ kind: 'jsonKey', from: 10, to: 11 })
  expect(faultOf('{"a" 1}')).toEqual({ kind: 'jsonColon', from: 5, to: 6 })
  expect(faultOf('[1 2]')).toEqual({ kind: 'jsonComma', from: 3, to: 4 })
  expect(faultOf('{"a": "open}')).toMatchObject({ kind: 'jsonText', from: 6 })
  expect(faultOf('{"a": [1')).toMatchObject({ kind: 'jsonEnds' })
  expect(faultOf('[1] x')).toEqual({ kind: 'jsonMore', from: 4, to: 5 })
  expect(faultOf('['.repeat(600) + ']'.repeat(600))).toMatchObject({ kind: 'jsonDeep' })
})

test('lays out, keeping every digit and the order of keys', () => {
  expect(layOutJson('{"b":12345678901234567890.10,"a":[1,2],"e":{},"o":{"x":"y"}}', layout)).toBe(
    '{\n  "b": 12345678901234567890.10,\n  "a": [1, 2],\n  "e": {},\n  "o": {\n    "x": "y"\n  }\n}',
  )
  expect(layOutJson('{', layout)).toBe(null)
})

test('an array that fills more than the line takes one line for each', () => {
  const text = JSON.stringify(Array.from({ length: 20 }, (_, index) => index + 1000))
  expect(layOutJson(text, layout)?.split('\n')).toHaveLength(22)
  const laidOut = layOutJson(text, layout) ?? ''
  expect(layOutJson(laidOut, layout)).toBe(laidOut)
  expect(JSON.parse(laidOut)).toEqual(JSON.parse(text))
})
