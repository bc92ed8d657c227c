import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityKinds, entityTypes } from '@sonde/model/entities/entity-kinds'
import { sql } from 'kysely'
import { openTestStorage } from '../storage/testing.ts'
import { rowOrder } from './entity-descriptor.ts'
import { entityDescriptors } from './entity-descriptors.ts'

test('descriptors name the columns that the tables have, no more and no fewer', async (t) => {
  const { relational } = await openTestStorage(t)
  const columnsOf = async (table: string): Promise<string[]> => {
    const query = sql<{ name: string }>`select name from pragma_table_info(${table})`.compile(relational.build)
    return (await relational.all({ compile: () => query })).map(({ name }) => name).sort()
  }
  for (const type of entityTypes) {
    const { table, columns, trash } = entityDescriptors[type]
    for (const each of [{ table, columns }, ...(trash?.parts ?? [])]) {
      assert.deepEqual(await columnsOf(each.table), Object.keys(each.columns).sort(), each.table)
    }
  }
})

test('what a descriptor says of columns is true of the table', () => {
  for (const type of entityTypes) {
    const { columns, nameColumn, owner, query, index, trash } = entityDescriptors[type]
    const named = [
      nameColumn,
      owner.tenant,
      owner.customer,
      owner.authority,
      owner.through?.[1],
      ...(query && !query.source ? [query.typeColumn, ...Object.values(query.fields)] : []),
      ...Object.values(index?.fields ?? {}),
      ...(index?.sliceColumns ?? []).filter((column) => column !== rowOrder),
      trash?.typeColumn,
      trash?.fileColumn,
      trash?.bytesColumn,
      ...Object.keys(trash?.reset?.columns ?? {}),
    ]
    for (const column of named) {
      if (column !== undefined) assert.ok(Object.hasOwn(columns, column), `${type}: ${column}`)
    }
  }
})

test('both catalogues agree', () => {
  for (const type of entityTypes) {
    const { isTrashed, isTyped, customers } = entityKinds[type]
    const { trash, query, owner, removal } = entityDescriptors[type]
    assert.equal(trash !== undefined, isTrashed === true, `${type}: in the trash`)
    assert.equal(owner.customers !== undefined, customers === 'several', `${type}: several customers`)
    if (customers === 'one') assert.equal(owner.customer, 'customer_id', `${type}: one customer`)
    if (isTyped) assert.equal(query?.typeColumn, 'type', `${type}: has a type`)
    // The in-memory index and the removal of a tenant expect very many of these.
    if (isTyped) assert.notEqual(removal, undefined, `${type}: is removed in small commits`)
  }
})
