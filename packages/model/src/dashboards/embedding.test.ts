import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embeddingSitesMax, isSite, siteLengthMax, sitesOf } from './embedding.ts'

test('a site is an origin, nothing that ends the policy or opens it to everyone', () => {
  for (const good of ['https://a.example', 'http://localhost:8080', 'https://*.example.org']) {
    assert.ok(isSite(good), good)
  }
  const bad = [
    '*',
    'https://*',
    'https:',
    "'self'",
    'https://a.example/',
    'a.example',
    'https://a.example; script-src *',
  ]
  for (const each of [...bad, 'https://a .example', 'https://a.example\nx', `https://${'a'.repeat(siteLengthMax)}`]) {
    assert.ok(!isSite(each), each)
  }
})

test('sites of a configuration: what is none is left out, and so is what is too many', () => {
  const of = (embeddingSites: unknown) => sitesOf({ settings: { embeddingSites } })
  assert.deepEqual(of(['https://a.example', 7, '*']), ['https://a.example'])
  assert.deepEqual([sitesOf(null), sitesOf({}), of('https://a.example')], [[], [], []])
  const many = Array.from({ length: embeddingSitesMax + 1 }, (_, at) => `https://a${at}.example`)
  assert.equal(of(many).length, embeddingSitesMax)
})
