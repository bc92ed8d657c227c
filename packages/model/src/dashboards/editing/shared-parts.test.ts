import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSharedParts } from './shared-parts.ts'

test('equal parts keep their identity, changed ones and their parents do not', () => {
  const before = { widgets: { a: { keys: [{ name: 't' }] }, b: { title: 'B' } }, settings: {} }
  const next = { ...structuredClone(before), extra: 1 }
  next.widgets.b.title = 'C'
  const shared = withSharedParts(before, next)
  assert.deepEqual(shared, next)
  assert.equal(shared.widgets.a, before.widgets.a)
  assert.equal(shared.settings, before.settings)
  assert.notEqual(shared.widgets, before.widgets)
  assert.equal(withSharedParts(before, structuredClone(before)), before)
})

test('another order of keys, lists of another length and names of the prototype are changes', () => {
  const before = { states: { a: 1, b: 2 }, list: [1, 2] }
  assert.deepEqual(Object.keys(withSharedParts(before, { states: { b: 2, a: 1 }, list: [1] }).states), ['b', 'a'])
  assert.deepEqual(withSharedParts(before.list, [1]), [1])
  const named = withSharedParts({}, JSON.parse('{"__proto__":{}}'))
  assert.deepEqual(Object.getOwnPropertyDescriptor(named, '__proto__')?.value === Object.prototype, false)
})
