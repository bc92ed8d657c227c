import { expect, test } from 'vitest'
import { pageOfAll } from './page-of-all.ts'

const rows = ['Pump', 'Motor', 'pipe', 'Valve'].map((name, at) => ({ name, at }))
const parts = {
  textsOf: ({ name }: { name: string }) => [name],
  sortValues: { name: ({ name }: { name: string }) => name, at: ({ at }: { at: number }) => at },
}
const namesOf = (link: object) => {
  const { data, ...counts } = pageOfAll(rows, { page: 0, pageSize: 10, ...link }, parts)
  return [data.map(({ name }) => name), counts]
}

test('searches without regard to case, sorts both ways, cuts a page', () => {
  expect(namesOf({ textSearch: 'P', sortProperty: 'name', sortOrder: 'ASC' })).toEqual([
    ['pipe', 'Pump'],
    { totalElements: 2, totalPages: 1, hasNext: false },
  ])
  expect(namesOf({ page: 1, pageSize: 3, sortProperty: 'at', sortOrder: 'DESC' })).toEqual([
    ['Pump'],
    { totalElements: 4, totalPages: 2, hasNext: false },
  ])
  expect(rows.map(({ name }) => name)).toEqual(['Pump', 'Motor', 'pipe', 'Valve'])
})
