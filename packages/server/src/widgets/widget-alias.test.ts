import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeAlias } from './widget-alias.ts'

test('aliases are made of the text, or of what is given, with a number where they are taken', () => {
  const none = new Set<string>()
  assert.equal(freeAlias(null, 'My Widgets -- 2', none), 'my_widgets_2')
  assert.equal(freeAlias('', 'Ünï', none), '_n_')
  assert.equal(freeAlias('Given.Alias', 'x', none), 'Given.Alias')
  assert.equal(freeAlias(undefined, 'A', new Set(['a'])), 'a2')
  assert.equal(freeAlias(undefined, 'A', new Set(['a', 'a2', 'a3'])), 'a4')
  assert.ok(freeAlias(null, 'x'.repeat(255), none).length < 255)
})
