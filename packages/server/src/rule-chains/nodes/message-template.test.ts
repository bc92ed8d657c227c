import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageTemplate } from './message-template.ts'

const metadata = { name: 'Pump 7', way: '$[level]', 'a b': 'c' }
const data = JSON.stringify({ level: 3.5, deep: { on: false, list: [1, 'two'] }, none: null, text: '${name}' })

const filled = (template: string, message: { metadata: Record<string, string>; data: string } = { metadata, data }) =>
  messageTemplate(template)(message)

test('values of the metadata and of the data fill a template', () => {
  assert.equal(filled('plain'), 'plain')
  assert.equal(filled('${name}: $[level] m, ${a b}'), 'Pump 7: 3.5 m, c')
  assert.equal(filled('$[deep.on] $[deep.list.1]'), 'false two')
})

test('placeholders without a scalar value stay as they are', () => {
  for (const text of ['${nope}', '$[nope]', '$[deep]', '$[none]', '$[deep.on.off]', '$[]', '${', '$[level']) {
    assert.equal(filled(text), text)
  }
  for (const text of ['[1]', 'no JSON', '""', 'null'])
    assert.equal(filled('$[level]', { metadata, data: text }), '$[level]')
})

test('members that every object has are no values', () => {
  assert.equal(filled('${constructor} $[__proto__] $[deep.toString]'), '${constructor} $[__proto__] $[deep.toString]')
})

test('a value of the metadata may name a place in the data, but not the other way', () => {
  assert.equal(filled('${way}'), '3.5')
  assert.equal(filled('$[text]'), '${name}')
})
