import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeriesTexts } from './series-text.ts'

test('texts stand where they were placed, and nothing else changes', () => {
  const texts = createSeriesTexts()
  const first = '{"a":[{"ts":1,"value":"\\"x\\""}]}'
  const value = { list: [{ series: texts.place(first) }, { series: {} }, { series: texts.place('{}') }], end: 'a"b' }
  assert.equal(texts.stringify(value), `{"list":[{"series":${first}},{"series":{}},{"series":{}}],"end":"a\\"b"}`)
  assert.equal(createSeriesTexts().stringify({ a: '"0"' }), '{"a":"\\"0\\""}')
})
