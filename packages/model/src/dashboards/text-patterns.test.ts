import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml, fillPattern, type PatternData } from './text-patterns.ts'

const names = {
  entityName: 'Pump P-01',
  entityLabel: 'North',
  aliasName: 'Pumps',
  dsName: 'ds',
  entityDescription: 'Old',
}
const values = [
  { label: 'temperature', text: '21.456' },
  { label: 'state', text: 'running' },
  { label: 'count', text: '5' },
  { label: 'a:b', text: 'colon' },
  { label: 'serial', text: '12345678901234567890' },
]
const plain = { encode: (text: string) => text }
const filled = (pattern: string, data: PatternData = { names, values }) => fillPattern(pattern, data, plain)

// Placeholders are written with § here, because linters take dollar signs in plain quotes for mistakes.
const p = (text: string) => text.replaceAll('§', '$')

test('values come by label and by position, numbers with two decimals or those of the placeholder', () => {
  assert.equal(filled(p('§{temperature} §{temperature:0} §{temperature:1}')), '21.46 21 21.5')
  assert.equal(filled(p('§{count} §{count:0} §{state} §{state:3}')), '5.00 5 running running')
  assert.equal(filled(p('§{#0:1} §{#1} §{#9}|')), '21.5 running |')
  assert.equal(filled(p('§{a:b} §{serial}')), 'colon 12345678901234567890')
})

test('names come from the first entity, and unknown placeholders become empty', () => {
  assert.equal(
    filled(p('§{entityName} §{entityLabel} §{deviceName} §{aliasName} §{dsName} §{entityDescription}')),
    'Pump P-01 North Pump P-01 Pumps ds Old',
  )
  assert.equal(filled(p('[§{unknown}][§{}][§{#x}]')), '[][][]')
  assert.equal(filled('{{ value }} {other} $5'), '{{ value }} {other} $5')
})

test('of several values with a label, the last one counts that is there', () => {
  const twice = [
    { label: 't', text: '1' },
    { label: 't', text: '2' },
    { label: 't', text: '' },
  ]
  assert.equal(filled(p('§{t:0}'), { names, values: twice }), '2')
})

test('texts are looked up by key; an unknown key is shown', () => {
  const translate = (key: string) => (key === 'on' ? 'Running' : undefined)
  assert.equal(fillPattern('{i18n:on} {i18n:off}', { names, values }, { ...plain, translate }), 'Running off')
})

/** Seeded, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('whatever values and names contain, they stay text: no markup and no further placeholders', () => {
  const signs = [
    '<',
    '>',
    '"',
    "'",
    '&',
    '`',
    '$',
    '{',
    '}',
    'x',
    ':',
    '#',
    '0',
    'temperature',
    '<script>',
    p('§{state}'),
    '\n',
  ]
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed)
    const text = Array.from({ length: 8 }, () => signs[Math.floor(next() * signs.length)]).join('')
    const data = { names: { ...names, entityName: text }, values: [{ label: 'v', text: `!${text}` }, ...values] }
    {
      const encode = escapeHtml
      const result = fillPattern(p('<p title="§{v}">§{entityName}</p>'), data, { encode })
      assert.equal(result, `<p title="${encode(`!${text}`)}">${encode(text)}</p>`, `seed ${seed}`)
      assert.doesNotMatch(encode(text), /[<>"'`]/, `seed ${seed}`)
    }
    // Any pattern is filled without an error.
    assert.equal(typeof filled(text), 'string', `seed ${seed}`)
  }
})
