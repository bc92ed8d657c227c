import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsReader } from './read-settings.ts'
import { choice, flag, list, maybeNumber, number, settingsOf, text, wholeNumber } from './settings-schema.ts'

const schema = settingsOf({
  shown: flag('Shown', true),
  scale: number('Scale', 0.75, { minimum: 0.1, maximum: 2 }),
  rows: wholeNumber('Rows', 10, { minimum: 1 }),
  least: maybeNumber('Least'),
  title: text('Title', 'Untitled'),
  side: choice('Side', 'left', { left: 'Left', right: 'Right' }, { unlisted: ['middle'] }),
  axis: settingsOf({ min: maybeNumber('From'), label: text('Label') }),
  marks: list('Marks', settingsOf({ at: number('At', 0), color: text('Color') })),
})
const read = settingsReader(schema)

const defaults = {
  shown: true,
  scale: 0.75,
  rows: 10,
  least: null,
  title: 'Untitled',
  side: 'left',
  axis: { min: null, label: '' },
  marks: [],
}

test('what is not set has its default; null and the empty text count as not set', () => {
  assert.deepEqual(read({}), { values: defaults, faults: [] })
  const unset = Object.fromEntries(Object.keys(defaults).map((key, index) => [key, index % 2 ? null : '']))
  assert.deepEqual(read(unset), { values: defaults, faults: [] })
})

test('right values are taken, numbers also from texts, texts also from numbers', () => {
  const { values, faults } = read({
    shown: false,
    scale: ' 1.5 ',
    rows: 2.6,
    least: -4,
    title: 7,
    side: 'middle',
    axis: { min: '3' },
    marks: [{ at: 1 }, { at: 2, color: 'red' }],
  })
  assert.deepEqual(faults, [])
  assert.deepEqual(values, {
    shown: false,
    scale: 1.5,
    rows: 3,
    least: -4,
    title: '7',
    side: 'middle',
    axis: { min: 3, label: '' },
    marks: [
      { at: 1, color: '' },
      { at: 2, color: 'red' },
    ],
  })
})

test('wrong values have their default and are reported with their place', () => {
  const { values, faults } = read({
    shown: 'true',
    scale: 'wide',
    rows: {},
    least: Number.NaN,
    title: [],
    side: 'up',
    axis: 3,
    marks: 'none',
  })
  assert.deepEqual(values, defaults)
  assert.deepEqual(
    faults.map(({ path, problem }) => `${path} ${problem}`),
    [
      'shown boolean',
      'scale number',
      'rows number',
      'least number',
      'title text',
      'side choice',
      'axis object',
      'marks list',
    ],
  )
  const nested = read({ axis: { min: 'low' }, marks: [{ at: 1 }, 'x', { at: true }] })
  assert.deepEqual(nested.values.marks, [
    { at: 1, color: '' },
    { at: 0, color: '' },
  ])
  assert.deepEqual(
    nested.faults.map(({ path }) => path),
    ['axis.min', 'marks[1]', 'marks[2].at'],
  )
})

test('a number beyond a bound is the bound, and is reported; one at the bound is not', () => {
  const scaleOf = (scale: number) => {
    const { values, faults } = read({ scale })
    return [values.scale, faults.map(({ path, problem }) => `${path} ${problem}`).join()]
  }
  assert.deepEqual([0.1, 2].map(scaleOf), [
    [0.1, ''],
    [2, ''],
  ])
  assert.deepEqual([0.09, 2.01].map(scaleOf), [
    [0.1, 'scale range'],
    [2, 'scale range'],
  ])
})

test('unknown keys are kept, at every depth', () => {
  const { values } = read({ of: 'another product', axis: { ticks: 3 }, marks: [{ width: 2 }] })
  assert.equal(values.of, 'another product')
  assert.deepEqual(values.axis, { ticks: 3, min: null, label: '' })
  assert.deepEqual(values.marks, [{ width: 2, at: 0, color: '' }])
})

test('a preset stands where the defaults do', () => {
  const preset = settingsReader(schema, { scale: 1, title: 'Gauge' })
  assert.deepEqual(preset({}).values, { ...defaults, scale: 1, title: 'Gauge' })
  assert.equal(preset({ scale: 2 }).values.scale, 2)
  assert.equal(preset({ scale: 'wide' }).values.scale, 1)
})

test('the same object is read once', () => {
  const json = { scale: 1 }
  assert.equal(read(json), read(json))
  assert.notEqual(read(json), read({ scale: 1 }))
})
