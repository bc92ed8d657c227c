import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = [
  { id: 'name', priority: 1, minWidth: 200 },
  { id: 'profile', priority: 2, minWidth: 100 },
  { id: 'label', priority: 4, minWidth: 100 },
  { id: 'created', priority: 3, minWidth: 100 },
]
const ids = (list: readonly { id: string }[]) => list.map((one) => one.id)

test('all are shown when there is room', () => {
  expect(ids(fitColumns(columns, 500).shown)).toEqual(['name', 'profile', 'label', 'created'])
})

test('the least important goes first, the rest keep their order', () => {
  const { shown, dropped } = fitColumns(columns, 320)
  expect(ids(shown)).toEqual(['name', 'profile'])
  expect(ids(dropped)).toEqual(['created', 'label'])
})

test('the name stays in the narrowest table', () => {
  expect(ids(fitColumns(columns, 10).shown)).toEqual(['name'])
})

test('a wide table shows spare columns after the others', () => {
  const spare = [{ id: 'gateway', priority: 5, minWidth: 100 }]
  expect(ids(fitColumns(columns, 1599, spare).shown)).not.toContain('gateway')
  expect(ids(fitColumns(columns, 1600, spare).shown)).toEqual(['name', 'profile', 'label', 'created', 'gateway'])
})
