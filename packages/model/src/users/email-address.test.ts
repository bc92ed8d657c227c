import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailKey, emailProblem } from './email-address.ts'

test('addresses that look alike are the same', () => {
  for (const other of [
    'PIM@Example.ORG',
    ' pim@example.org ',
    'p\u200bim@example.org',
    'pim@example.org\u00ad',
    '\u202epim@example.org',
    'p\u0131m@example.org',
    'P\u0131M@example.org',
    '\uff50im\uff20example.org',
    'pim@example\u2024org',
  ]) {
    assert.equal(emailKey(other), 'pim@example.org', JSON.stringify(other))
  }
  assert.notEqual(emailKey('p\u00edm@example.org'), 'pim@example.org')
  assert.notEqual(emailKey('pim@example.com'), 'pim@example.org')
})

test('the normal form is its own, and that of an accepted address is the address in lower case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(emailKey(emailKey(text)), emailKey(text))
      if (emailProblem(text) === null) assert.equal(emailKey(text), text.toLowerCase())
    }),
  )
})

test('new addresses hold plain characters', () => {
  for (const email of [
    'a@b',
    'admin@localhost',
    "o'brien+pump_7@Sub-domain.example.org",
    '#a!@b.c',
    'a@xn--mnchen-3ya.de',
  ]) {
    assert.equal(emailProblem(email), null, email)
  }
  const problems: readonly [string, RegExp][] = [
    ['p\u200bim@example.org', /invisible character \(U\+200B\)/],
    ['\u202epim@example.org', /invisible character \(U\+202E\)/],
    ['pim\t@example.org', /invisible character \(U\+0009\)/],
    ['p\u0131m@example.org', /ı \(U\+0131\)/],
    ['pim\uff20x@example.org', /＠ \(U\+FF20\)/],
    ['pim@ex\u0430mple.org', /U\+0430/],
    ['pim@m\u00fcnchen.de', /ü \(U\+00FC\)/],
    ['\u{1f600}@example.org', /U\+1F600/],
    ...['', 'a', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a,b@c', '"a"@c', '<a>@c', 'a@b_c', 'a@b/c'].map(
      (email): [string, RegExp] => [email, /isn’t valid/],
    ),
  ]
  for (const [email, words] of problems) assert.match(emailProblem(email) ?? '', words, JSON.stringify(email))
})
