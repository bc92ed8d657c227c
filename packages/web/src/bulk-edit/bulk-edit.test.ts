import { expect, test, vi } from 'vitest'
import { runBulk } from '../bulk/run-bulk.ts'
import { type EditableRoom, EditConflict, editErrors, editOf } from './bulk-edit.ts'

interface TestEntity {
  readonly id: string
  readonly label: string
  readonly description?: string
  readonly other: string
}

function setUp(stored: TestEntity[]) {
  const all = new Map(stored.map((entity) => [entity.id, entity]))
  const save = vi.fn(async (now: TestEntity, values: object) => void all.set(now.id, { ...now, ...values }))
  const room: EditableRoom<TestEntity> = {
    kind: 'ASSET',
    fields: ['label', 'description'],
    idOf: ({ id }) => id,
    valuesOf: ({ label, description }) => ({ label, ...(description === undefined ? {} : { description }) }),
    load: async ({ id }) => {
      const entity = all.get(id)
      if (!entity) throw new Error('It was not found.')
      return entity
    },
    save,
  }
  return { room, all, save }
}
const entity = (id: string, part: Partial<TestEntity> = {}): TestEntity => ({ id, label: 'old', other: 'x', ...part })

test('only what is to change changes, over what is stored now', async () => {
  const { room, all } = setUp([entity('a', { other: 'changed meanwhile' })])
  await editOf(room, { label: 'new' })(entity('a'), {})
  expect(all.get('a')).toEqual(entity('a', { label: 'new', other: 'changed meanwhile' }))
})

test('what somebody else changed is told, and written over only when it is tried again', async () => {
  const { room, all, save } = setUp([entity('a', { label: 'theirs' })])
  const edit = editOf(room, { label: 'mine' })
  const conflict: unknown = await edit(entity('a'), {}).catch((error: unknown) => error)
  expect(conflict).toBeInstanceOf(EditConflict)
  expect((conflict as EditConflict).fields).toEqual(['label'])
  expect(save).not.toHaveBeenCalled()
  await edit(entity('a'), {})
  expect(all.get('a')?.label).toBe('mine')
})

test('a conflict in a field that is not to change is none; nor is the same change by others', async () => {
  const { room, save } = setUp([entity('a', { label: 'theirs', description: 'd' }), entity('b', { label: 'new' })])
  await editOf(room, { description: 'mine' })(entity('a', { description: 'd' }), {})
  expect(save).toHaveBeenCalledTimes(1)
  await editOf(room, { label: 'new' })(entity('b'), {})
  expect(save).toHaveBeenCalledTimes(1)
})

test('lists that do not hold a field have no conflict in it', async () => {
  const { room, all } = setUp([entity('a', { description: 'theirs' })])
  await editOf(room, { description: 'mine' })(entity('a'), {})
  expect(all.get('a')?.description).toBe('mine')
})

test('one that fails is told by its row, the rest is done', async () => {
  const { room, all } = setUp([entity('a'), entity('c')])
  const result = await runBulk([entity('a'), entity('b'), entity('c')], editOf(room, { label: 'new' }))
  expect(result.failures).toEqual([{ row: entity('b'), message: 'It was not found.' }])
  expect([all.get('a')?.label, all.get('c')?.label]).toEqual(['new', 'new'])
})

test('what may not be sent is said before', () => {
  expect(editErrors({})).toEqual({})
  expect(editErrors({ label: '', description: '' })).toEqual({})
  expect(editErrors({ label: 'x'.repeat(255), type: 'x'.repeat(255) })).toEqual({})
  expect(editErrors({ label: 'x'.repeat(256), type: 'x'.repeat(256) })).toEqual({
    label: 'labelTooLong',
    type: 'typeTooLong',
  })
  expect(editErrors({ type: ' ', profile: '' })).toEqual({ type: 'typeRequired', profile: 'profileRequired' })
  expect(editErrors({ type: ' TbServiceQueue ' }, 'TbServiceQueue')).toEqual({ type: 'typeReserved' })
})

test('an edit is undone, unless others have changed the row since', async () => {
  const { room, all } = setUp([entity('a', { description: 'was' }), entity('b')])
  const edit = editOf(room, { label: 'new', description: '' })
  const { undo } = await runBulk([entity('a', { description: 'was' }), entity('b')], edit)
  expect(undo.length).toBe(2)
  all.set('b', entity('b', { label: 'theirs' }))
  const { failures } = await runBulk(undo, (one, how) => one(how))
  expect(all.get('a')).toEqual(entity('a', { description: 'was' }))
  expect(all.get('b')).toEqual(entity('b', { label: 'theirs' }))
  expect(failures.length).toBe(1)
})

test('a row that has the values already is not saved and has nothing to undo', async () => {
  const { room, save } = setUp([entity('a')])
  const { undo } = await runBulk([entity('a')], editOf(room, { label: 'old' }))
  expect(save).not.toHaveBeenCalled()
  expect(undo).toEqual([])
})
