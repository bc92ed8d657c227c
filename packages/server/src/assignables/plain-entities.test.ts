import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainSchemas } from '@sonde/model/assignables/plain-entity'
import { entityKinds, plainTypes } from '@sonde/model/entities/entity-kinds'
import { assignableColumns } from '../entities/columns.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { copiedTable } from '../entity-query/indexed-tables.ts'
import { plainEntities } from '../storage/tables/plain-entities.ts'

test('the texts of a plain type are fields of its calls, columns of its table, entity fields and searched', () => {
  for (const type of plainTypes) {
    const { texts = [] } = entityKinds[type]
    const { entity, info, input } = plainSchemas(type)
    const { columns, query, table } = entityDescriptors[type]
    assert.deepEqual(Object.keys(columns), [...Object.keys(assignableColumns), ...texts], type)
    assert.ok(plainEntities.some((statement) => statement.startsWith(`create table ${table} `)))
    for (const name of texts) {
      for (const { properties } of [entity, info, input]) assert.ok(name in properties, `${type} ${name}`)
      assert.equal(query?.fields[name], name)
      assert.ok(copiedTable(type)?.searched.includes(name), `${type} ${name}`)
    }
  }
})
