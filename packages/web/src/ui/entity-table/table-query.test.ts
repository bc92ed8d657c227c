import { expect, test } from 'vitest'
import {
  changed,
  isBareSearch,
  layoutOfSearch,
  pageLinkOf,
  searchOfQuery,
  sortedBy,
  tableQueryOf,
  viewOfSearch,
  withoutPrefix,
  withPrefix,
} from './table-query.ts'

const defaults = {
  defaultSort: { property: 'createdTime', direction: 'DESC' },
  sortProperties: ['createdTime', 'name'],
  filterParams: ['active'],
  columns: ['name', 'state', 'label', 'gateway'],
  columnsShown: ['name', 'state', 'label'],
} as const

test('an empty address is the default', () => {
  expect(tableQueryOf({}, defaults)).toEqual({
    page: 0,
    pageSizeChoice: 10,
    pageSize: 10,
    property: 'createdTime',
    direction: 'DESC',
    textSearch: '',
    filters: {},
    open: null,
    columns: null,
  })
})

test('a table that fills the page fits the window, unless the address has a size', () => {
  const filling = { ...defaults, pageSizeChoice: 'fit', fittingRows: 23 } as const
  const query = tableQueryOf({}, filling)
  expect([query.pageSizeChoice, query.pageSize]).toEqual(['fit', 23])
  expect(searchOfQuery(query, {}, filling).pageSize).toBeUndefined()
  const ten = tableQueryOf({ pageSize: '10' }, filling)
  expect(ten.pageSize).toBe(10)
  expect(searchOfQuery(ten, {}, filling).pageSize).toBe('10')
})

test('the address of a query reads as the same query', () => {
  const search = {
    page: '2',
    pageSize: '30',
    property: 'name',
    direction: 'ASC',
    textSearch: 'pump',
    active: 'true',
    open: 'x',
    columns: 'name,gateway,state',
  }
  expect(searchOfQuery(tableQueryOf(search, defaults), {}, defaults)).toEqual(search)
})

test('defaults are left out of the address, parameters of others stay', () => {
  const search = searchOfQuery(tableQueryOf({}, defaults), { tab: 'rpc' }, defaults)
  expect(Object.entries(search).filter(([, value]) => value !== undefined)).toEqual([['tab', 'rpc']])
})

test('nonsense in the address is the default', () => {
  const query = tableQueryOf({ page: '-3', pageSize: '1000000', property: 'evil', direction: 'up' }, defaults)
  expect(pageLinkOf(query)).toEqual({
    page: 0,
    pageSize: 10,
    textSearch: '',
    sortProperty: 'createdTime',
    sortOrder: 'DESC',
  })
})

test('a search goes back to the first page, opening a row does not', () => {
  const query = tableQueryOf({ page: '4' }, defaults)
  expect(changed(query, { textSearch: 'x' }).page).toBe(0)
  expect(changed(query, { open: 'x' }).page).toBe(4)
  expect(changed(query, { page: 5 }).page).toBe(5)
})

test('the order flips, and is never cleared', () => {
  let query = sortedBy(tableQueryOf({}, defaults), 'name')
  expect(query.direction).toBe('ASC')
  query = sortedBy(query, 'name')
  expect(query.direction).toBe('DESC')
  expect(sortedBy(query, 'name').direction).toBe('ASC')
})

test('two tables of one page keep their parameters apart', () => {
  const search = { page: '2', 'alarms.page': '1', 'alarms.status': 'ACTIVE', tab: 'alarms' }
  expect(withoutPrefix(search, 'alarms.')).toEqual({ page: '1', status: 'ACTIVE' })
  expect(withoutPrefix(search, '')).toEqual(search)
  expect(withPrefix({ page: undefined, status: 'ACK' }, 'alarms.')).toEqual({
    'alarms.page': undefined,
    'alarms.status': 'ACK',
  })
})

test('columns of the address: unknown ones are dropped, the table’s own choice is none', () => {
  const columns = (text: string) => tableQueryOf({ columns: text }, defaults).columns
  expect(columns('label,evil,name,label')).toEqual(['label', 'name'])
  expect(columns('name,state,label')).toBeNull()
  expect(columns('evil')).toBeNull()
})

test('a view is what chooses, orders and shows rows; of it the layout is remembered', () => {
  const search = { page: '2', pageSize: '30', textSearch: 'pump', active: 'true', open: 'x', tab: 'rpc' }
  expect(viewOfSearch(search, defaults)).toEqual({ pageSize: '30', textSearch: 'pump', active: 'true' })
  expect(layoutOfSearch(search)).toEqual({ pageSize: '30' })
  expect(isBareSearch({ open: 'x', tab: 'rpc' }, defaults)).toBe(true)
  expect(isBareSearch({ page: '1' }, defaults)).toBe(false)
})

test('as many rows as fit: the address keeps the choice, not the number', () => {
  const query = tableQueryOf({ pageSize: 'fit' }, { ...defaults, fittingRows: 23 })
  expect(query.pageSize).toBe(23)
  expect(searchOfQuery(query, {}, defaults).pageSize).toBe('fit')
  expect(layoutOfSearch({ pageSize: 'fit' })).toEqual({ pageSize: 'fit' })
})
