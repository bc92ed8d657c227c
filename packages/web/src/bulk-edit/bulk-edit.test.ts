import { expect, test, vi } from 'vitest'
import { runBulk } from '../ui/entity-table/run-bulk.ts'
import { type EditableRoom, EditConflict, editFaults, editOf } from './bulk-edit.ts'

interface Thing {
  readonly id: string
  readonly label: string
  readonly description?: string
  readonly other: string
}

function setUp(stored: Thing[]) {
  const all = new Map(stored.map((thing) => [thing.id, thing]))
  const save = vi.fn(async (now: Thing, values: object) => void all.set(now.id, { ...now, ...values }))
  const room: EditableRoom<Thing> = {
    kind: 'ASSET',
    fields: ['label', 'description'],
    idOf: ({ id }) => id,
    valuesOf: ({ label, description }) => ({ label, ...(description === undefined ? {} : { description }) }),
    load: async ({ id }) => {
      const thing = all.get(id)
      if (!thing) throw new Error('It was not found.')
      return thing
    },
    save,
  }
  return { room, all, save }
}
const thing = (id: string, part: Partial<Thing> = {}): Thing => ({ id, label: 'old', other: 'x', ...part })

test('only what is to change changes, over what is stored now', async () => {
  const { room, all } = setUp([thing('a', { other: 'changed meanwhile' })])
  await editOf(room, { label: 'new' })(thing('a'))
  expect(all.get('a')).toEqual(thing('a', { label: 'new', other: 'changed meanwhile' }))
})

test('what somebody else changed is told, and written over only when it is tried again', async () => {
  const { room, all, save } = setUp([thing('a', { label: 'theirs' })])
  const edit = editOf(room, { label: 'mine' })
  const conflict: unknown = await edit(thing('a')).catch((error: unknown) => error)
  expect(conflict).toBeInstanceOf(EditConflict)
  expect((conflict as EditConflict).fields).toEqual(['label'])
  expect(save).not.toHaveBeenCalled()
  await edit(thing('a'))
  expect(all.get('a')?.label).toBe('mine')
})

test('a conflict in a field that is not to change is none; nor is the same change by others', async () => {
  const { room, save } = setUp([thing('a', { label: 'theirs', description: 'd' }), thing('b', { label: 'new' })])
  await editOf(room, { description: 'mine' })(thing('a', { description: 'd' }))
  expect(save).toHaveBeenCalledTimes(1)
  await editOf(room, { label: 'new' })(thing('b'))
  expect(save).toHaveBeenCalledTimes(1)
})

test('lists that do not hold a field have no conflict in it', async () => {
  const { room, all } = setUp([thing('a', { description: 'theirs' })])
  await editOf(room, { description: 'mine' })(thing('a'))
  expect(all.get('a')?.description).toBe('mine')
})

test('one that fails is told by its row, the rest is done', async () => {
  const { room, all } = setUp([thing('a'), thing('c')])
  const result = await runBulk([thing('a'), thing('b'), thing('c')], editOf(room, { label: 'new' }), () => {})
  expect(result.failures).toEqual([{ row: thing('b'), message: 'It was not found.' }])
  expect([all.get('a')?.label, all.get('c')?.label]).toEqual(['new', 'new'])
})

test('what may not be sent is said before', () => {
  expect(editFaults({})).toEqual({})
  expect(editFaults({ label: '', description: '' })).toEqual({})
  expect(editFaults({ label: 'x'.repeat(255), type: 'x'.repeat(255) })).toEqual({})
  expect(editFaults({ label: 'x'.repeat(256), type: 'x'.repeat(256) })).toEqual({
    label: 'labelTooLong',
    type: 'typeTooLong',
  })
  expect(editFaults({ type: ' ', profile: '' })).toEqual({ type: 'typeRequired', profile: 'profileRequired' })
  expect(editFaults({ type: ' TbServiceQueue ' }, 'TbServiceQueue')).toEqual({ type: 'typeReserved' })
})
