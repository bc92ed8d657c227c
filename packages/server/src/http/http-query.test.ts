import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortDirections } from '@sonde/model/paging'
import Type from 'typebox'
import { checkQueryText, coerceText, parseQuery, queryPartsMax } from './http-query.ts'

test('a name that comes more than once has a list', () => {
  assert.deepEqual({ ...parseQuery('a=1&b=2&a=3&a=4') }, { a: ['1', '3', '4'], b: '2' })
  assert.equal(parseQuery('a&'.repeat(queryPartsMax - 1)).a?.length, queryPartsMax - 1)
})

test('a query with too many parameters is not parsed, and refused', () => {
  const query = 'a&'.repeat(queryPartsMax)
  assert.deepEqual({ ...parseQuery(query) }, {})
  assert.throws(() => checkQueryText(`/health?${query}`), /has more than 2000 parameters/)
  checkQueryText(`/health?${'a&'.repeat(queryPartsMax - 1)}`)
})

test('a query that is not UTF-8 is refused', () => {
  assert.throws(() => checkQueryText('/x?keys=%ff'), /isn’t valid UTF-8/)
  checkQueryText('/x?keys=%C3%A9')
})

test('texts become what the schema names; the rest is left for validation to refuse', () => {
  const schema = Type.Object({
    flag: Type.Boolean(),
    count: Type.Integer(),
    order: Type.Enum([...sortDirections]),
    other: Type.Enum(['asc', 'desc']),
  })
  const of = (name: string, text: string) => coerceText({ [name]: text }, schema)[name]
  for (const text of ['true', 'TRUE', 'yes', 'on', '1']) assert.equal(of('flag', text), true, text)
  for (const text of ['false', 'False', 'no', 'off', '0']) assert.equal(of('flag', text), false, text)
  for (const text of ['2', 'y', 'truely']) assert.equal(of('flag', text), text)
  assert.equal(of('flag', ''), undefined)
  assert.deepEqual([of('count', '7'), of('count', '-7'), of('count', '1e3'), of('count', '7x')], [7, -7, 1000, '7x'])
  assert.deepEqual([of('order', 'asc'), of('order', 'dEsC'), of('order', 'up')], ['ASC', 'DESC', 'UP'])
  assert.equal(of('other', 'ASC'), 'ASC', 'only orders are taken in either case')
})
