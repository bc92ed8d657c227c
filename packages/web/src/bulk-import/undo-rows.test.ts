import type { UpdatedEntity } from '@sonde/model/bulk-import/bulk-import'
import { expect, test } from 'vitest'
import { undoImportRow, undoRows } from './undo-rows.ts'

const idOf = (id: string) => ({ entityType: 'ASSET' as const, id })
function before(id: string, label: string, attributes: UpdatedEntity['attributes'] = []): UpdatedEntity {
  const entity = { id: idOf(id), name: id, label }
  return { entity, attributes }
}
const attribute = (key: string, value: unknown) => ({ scope: 'SERVER_SCOPE' as const, key, value })

test('an entity that several lines updated goes back to the state before the first one', () => {
  const rows = undoRows({
    createdEntities: [{ id: idOf('new'), name: 'new' }],
    updatedEntities: [
      before('a', 'first', [attribute('x', 1)]),
      before('new', 'made by this import'),
      before('a', 'second', [attribute('x', 2), attribute('y', null)]),
    ],
  })
  expect(rows).toEqual([
    { kind: 'delete', entity: { id: idOf('new'), name: 'new' } },
    { kind: 'restore', before: before('a', 'first', [attribute('x', 1), attribute('y', null)]) },
  ])
})

test('former attributes are written, and those that the import added are deleted', async () => {
  const calls: unknown[] = []
  const record =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args.slice(0, -1)])
  const deps = {
    entities: { save: record('save'), delete: record('delete') },
    telemetry: { saveAttributes: record('saveAttributes'), deleteAttributes: record('deleteAttributes') },
  }
  const shared = { scope: 'SHARED_SCOPE' as const, key: 'limit', value: null }
  const state = before('a', 'old', [shared, attribute('x', 0), attribute('y', null)])
  await undoImportRow({ kind: 'restore', before: state }, {}, deps)
  await undoImportRow({ kind: 'delete', entity: { id: idOf('b'), name: 'b' } }, {}, deps)
  expect(calls).toEqual([
    ['save', state.entity],
    ['deleteAttributes', idOf('a'), 'SHARED_SCOPE', ['limit']],
    ['saveAttributes', idOf('a'), 'SERVER_SCOPE', { x: 0 }],
    ['deleteAttributes', idOf('a'), 'SERVER_SCOPE', ['y']],
    ['delete', 'b'],
  ])
})
