import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TypedValue, ValueType } from '../telemetry/values.ts'
import type { KeyFilterPredicate, NumericOperation, StringOperation } from './entity-query.ts'
import { dynamicValuesOf, listedValues, predicateMatches } from './key-filters.ts'

const text = (value: string): TypedValue => ({ type: ValueType.STRING, value })
const long = (value: number): TypedValue => ({ type: ValueType.LONG, value })
const bool = (value: boolean): TypedValue => ({ type: ValueType.BOOLEAN, value })
const none = () => undefined
const string = (operation: StringOperation, defaultValue: string, ignoreCase = false): KeyFilterPredicate => ({
  type: 'STRING',
  operation,
  value: { defaultValue },
  ignoreCase,
})
const numeric = (operation: NumericOperation, defaultValue: number): KeyFilterPredicate => ({
  type: 'NUMERIC',
  operation,
  value: { defaultValue },
})

test('compares text by every operation', () => {
  const passing: [StringOperation, string, boolean][] = [
    ['EQUAL', 'auto', true],
    ['EQUAL', 'Auto', false],
    ['NOT_EQUAL', 'auto', false],
    ['STARTS_WITH', 'au', true],
    ['ENDS_WITH', 'to', true],
    ['CONTAINS', 'ut', true],
    ['NOT_CONTAINS', 'ut', false],
    ['IN', "off, 'auto'", true],
    ['NOT_IN', 'auto,off', false],
  ]
  for (const [operation, wanted, expected] of passing) {
    assert.equal(predicateMatches(string(operation, wanted), text('auto'), none), expected, `${operation} ${wanted}`)
  }
  assert.equal(predicateMatches(string('EQUAL', 'AUTO', true), text('auto'), none), true)
})

test('compares numbers by every operation', () => {
  const expected: Record<NumericOperation, [boolean, boolean, boolean]> = {
    EQUAL: [false, true, false],
    NOT_EQUAL: [true, false, true],
    GREATER: [false, false, true],
    LESS: [true, false, false],
    GREATER_OR_EQUAL: [false, true, true],
    LESS_OR_EQUAL: [true, true, false],
  }
  for (const [operation, passes] of Object.entries(expected) as [NumericOperation, boolean[]][]) {
    const actual = [19, 20, 21].map((n) => predicateMatches(numeric(operation, 20), long(n), none))
    assert.deepEqual(actual, passes, operation)
  }
  assert.equal(predicateMatches(numeric('EQUAL', 2.5), { type: ValueType.DOUBLE, value: 2.5 }, none), true)
})

test('a missing value passes nothing, one of another type only differs from a text', () => {
  assert.equal(predicateMatches(string('NOT_EQUAL', 'x'), undefined, none), false)
  for (const value of [long(1), bool(true), { type: ValueType.JSON, value: '"x"' }]) {
    assert.equal(predicateMatches(string('NOT_EQUAL', 'x'), value, none), true)
    assert.equal(predicateMatches(string('NOT_CONTAINS', 'x'), value, none), true)
    for (const operation of ['EQUAL', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'IN', 'NOT_IN'] as const) {
      assert.equal(predicateMatches(string(operation, 'x'), value, none), false, operation)
    }
  }
  assert.equal(predicateMatches(string('NOT_CONTAINS', 'x'), undefined, none), false)
  assert.equal(predicateMatches(numeric('NOT_EQUAL', 5), undefined, none), false)
  assert.equal(predicateMatches(numeric('NOT_EQUAL', 5), text('4'), none), false)
  assert.equal(predicateMatches(string('NOT_IN', 'x'), undefined, none), false)
  assert.equal(predicateMatches(string('EQUAL', 'x'), undefined, none), false)
  assert.equal(predicateMatches(numeric('LESS', 5), text('4'), none), false)
  assert.equal(predicateMatches(numeric('GREATER', 0), undefined, none), false)
})

test('an empty text to compare with passes everything', () => {
  assert.equal(predicateMatches(string('EQUAL', ''), undefined, none), true)
})

test('within a complex predicate, one that compares with nothing is as if it were not there', () => {
  const nothing = string('CONTAINS', '')
  const both = (operation: 'AND' | 'OR'): KeyFilterPredicate => ({
    type: 'COMPLEX',
    operation,
    predicates: [nothing, string('EQUAL', 'a')],
  })
  for (const operation of ['AND', 'OR'] as const) {
    assert.equal(predicateMatches(both(operation), text('a'), none), true, operation)
    assert.equal(predicateMatches(both(operation), text('b'), none), false, operation)
  }
  const onlyNothing: KeyFilterPredicate = { type: 'COMPLEX', operation: 'OR', predicates: [nothing, nothing] }
  assert.equal(predicateMatches(onlyNothing, undefined, none), true)
})

test('complex predicates nest', () => {
  const outside: KeyFilterPredicate = {
    type: 'COMPLEX',
    operation: 'OR',
    predicates: [numeric('LESS', 10), { type: 'COMPLEX', operation: 'AND', predicates: [numeric('GREATER', 30)] }],
  }
  assert.deepEqual(
    [5, 20, 40].map((n) => predicateMatches(outside, long(n), none)),
    [true, false, true],
  )
})

test("the user's value goes before the dynamic one, and that before the default", () => {
  const dynamicValue = { sourceType: 'CURRENT_TENANT', sourceAttribute: 'limit' } as const
  const predicate = (value: object): KeyFilterPredicate => ({ type: 'NUMERIC', operation: 'EQUAL', value })
  const resolve = () => text('7')
  assert.equal(predicateMatches(predicate({ defaultValue: 1, dynamicValue }), long(7), resolve), true)
  assert.equal(predicateMatches(predicate({ defaultValue: 1, dynamicValue, userValue: 3 }), long(3), resolve), true)
  assert.equal(predicateMatches(predicate({ defaultValue: 1, dynamicValue }), long(1), none), true)
  const filters = [{ predicate: predicate({ dynamicValue }) }, { predicate: predicate({ dynamicValue }) }]
  assert.deepEqual(dynamicValuesOf(filters), [dynamicValue])
  const isOn: KeyFilterPredicate = { type: 'BOOLEAN', operation: 'EQUAL', value: { dynamicValue } }
  assert.equal(
    predicateMatches(isOn, bool(true), () => text('true')),
    true,
  )
})

test('lists split at commas; quotes go when both ends have the same', () => {
  assert.deepEqual(listedValues(`a, 'b' ,"c","d'`), ['a', 'b', 'c', `"d'`])
  assert.deepEqual(listedValues(`'it's', 'x`), ["it's", "'x"])
  assert.deepEqual(listedValues(''), [''])
})

test('a comma in quotes belongs to its item', () => {
  assert.deepEqual(listedValues(`"a,b",a,'c, d' ,"",x`), ['a,b', 'a', 'c, d', '', 'x'])
  const lacks = (wanted: string, value: string) => predicateMatches(string('NOT_IN', wanted), text(value), none)
  assert.deepEqual([lacks('"a,b",c', 'a,b'), lacks('"a,b",c', 'a'), lacks('a,b', 'a')], [false, true, false])
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...`a, '\u00a0`) }), { minLength: 1 }), (items) => {
      assert.deepEqual(listedValues(items.map((item) => `"${item}"`).join(' , ')), items)
    }),
  )
})
