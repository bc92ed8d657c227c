import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from './xml-elements.ts'

test('elements, attributes, texts and what stands for signs are read', () => {
  const root = readXml(`\uFEFF<?xml version="1.0" encoding="utf-8"?>
<!-- made by <hand> --><a x:y='1 &lt; "2"' b = "">
  one &amp; <![CDATA[<two> &amp;]]> &#51;&#x34;<empty/><b >nested</b ></a>
<!-- end -->`)
  assert.equal(root.name, 'a')
  assert.deepEqual(
    [...root.attributes],
    [
      ['x:y', '1 < "2"'],
      ['b', ''],
    ],
  )
  assert.equal(root.text, 'one & <two> &amp; 34')
  assert.deepEqual(
    root.children.map(({ name, text }) => [name, text]),
    [
      ['empty', ''],
      ['b', 'nested'],
    ],
  )
})

for (const [what, xml] of Object.entries({
  'no XML': 'not xml',
  nothing: ' ',
  'a document type': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'an unknown entity': '<a>&b;</a>',
  'a lone ampersand': '<a>a & b</a>',
  'an entity that is no character': '<a>&#xD800;</a>',
  'NUL by number': '<a>&#0;</a>',
  'an entity named like a method': '<a>&constructor;</a>',
  'an open element': '<a><b></b>',
  'crossed elements': '<a><b></a></b>',
  'two roots': '<a/><b/>',
  'text outside': '<a/>b',
  'a broken tag': '<a b></a>',
  'a comment without an end': '<a><!-- </a>',
  'too much depth': '<a>'.repeat(40) + '</a>'.repeat(40),
  'too many elements': `<a>${'<b/>'.repeat(20_001)}</a>`,
})) {
  test(`${what} is refused with the line`, () => {
    assert.throws(() => readXml(xml), { status: 400, message: /^The XML can’t be read: .* in line \d+\.$/ })
  })
}

test('the line is that of the fault', () => {
  assert.throws(() => readXml('<a>\n<b>\n</c></a>'), { message: /unexpected close tag in line 3/ })
})

for (const [what, xml, readsMax] of [
  ['open tags', '<a'.repeat(2_000), 10],
  ['attributes', `<a ${'x='.repeat(2_000)}`, 10],
  ['entities without a name', `<a>${'&;'.repeat(2_000)}</a>`, 10],
  ['an entity without an end', `<a>${'&'.repeat(4_000)}</a>`, 4_020],
  ['space without an end', `<a>${' '.repeat(4_000)}`, 4_020],
] as const) {
  test(`a hostile document is read once, and not behind its fault: ${what}`, (t) => {
    const { mock } = t.mock.method(String.prototype, 'charCodeAt')
    assert.throws(() => readXml(xml), { status: 400 })
    const reads = mock.callCount()
    mock.restore()
    assert.ok(reads > 0 && reads <= readsMax, `${reads} characters were read`)
  })
}
