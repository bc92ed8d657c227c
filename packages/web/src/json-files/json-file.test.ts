import { expect, test } from 'vitest'
import { jsonFileName, readJsonFile, withoutOwnership } from './json-file.ts'

test('files are named by what they hold', () => {
  expect(jsonFileName('Tenants of Ö: 50 %')).toBe('tenants_of____50__.json')
})

test('what belongs to the platform is left out', () => {
  expect(withoutOwnership({ id: 1, createdTime: 2, tenantId: 3, customerId: 4, name: 'Gold' })).toEqual({
    name: 'Gold',
  })
})

test('files are told apart: other kinds, broken ones, good ones', async () => {
  expect(await readJsonFile(new File(['{}'], 'a.csv'))).toEqual({ kind: 'notJson' })
  expect(await readJsonFile(new File(['{'], 'a.json'))).toMatchObject({ kind: 'notParsed' })
  expect(await readJsonFile(new File([new Uint8Array([0x22, 0xfc, 0x22])], 'a.json'))).toEqual({ kind: 'notUnicode' })
  expect(await readJsonFile(new File(['{"a":1}'], 'a.JSON'))).toEqual({ kind: 'read', content: { a: 1 } })
})
