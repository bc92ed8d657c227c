import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProfileLimitKey } from '../limits/profile-limits.ts'
import { entityKinds, entityTypes, typesWith, wordOf } from './entity-kinds.ts'

test('types are found by what their descriptors say, in the order of the catalogue', () => {
  assert.deepEqual(typesWith({ isTyped: true }), ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE'])
  assert.deepEqual(typesWith({ customers: 'several' }), ['DASHBOARD'])
  assert.deepEqual(typesWith({ edges: 'assigned' }), ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'DASHBOARD', 'RULE_CHAIN'])
  assert.deepEqual(typesWith({ edges: 'all', nameField: 'name' }), ['DEVICE_PROFILE', 'WIDGET_TYPE'])
})

test('words of sentences have their article, and go without it', () => {
  for (const type of entityTypes) assert.match(entityKinds[type].one, /^(an [aeioOAR]|a [^aeio])/, type)
  assert.equal(wordOf('OTA_PACKAGE'), 'OTA package')
  assert.equal(wordOf('WIDGETS_BUNDLE'), 'widget bundle')
})

test('a page, its roles and a path are said once and together', () => {
  const pages = entityTypes.flatMap((type) => entityKinds[type].page ?? [])
  assert.equal(new Set(pages).size, pages.length)
  const paths = entityTypes.flatMap((type) => entityKinds[type].path ?? [])
  assert.equal(new Set(paths).size, paths.length)
  for (const type of entityTypes) {
    const { page, openedBy, limit } = entityKinds[type]
    assert.equal(page === undefined, openedBy === undefined, type)
    if (limit !== undefined) assert.ok(isProfileLimitKey(limit), limit)
  }
})
