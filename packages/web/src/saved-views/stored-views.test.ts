import type { User } from '@sonde/client/users/user-calls'
import { expect, test, vi } from 'vitest'
import type { Client } from '../session/page-client.ts'
import { applyChange, isFull, shownView, storedViewsOf, viewNameError, viewsOfTable } from './stored-views.ts'
import { writeViews } from './write-views.ts'

const view = (id: string, search = {}) => ({ id, name: `View ${id}`, search })
const userWith = (additionalInfo: unknown) => ({ id: { id: 'u' }, additionalInfo }) as User

/**
 * Fake account on the server; `meanwhile` runs between a read and the next write, like a change from another device.
 */
function setUp(additionalInfo: Record<string, unknown> = {}) {
  let stored = additionalInfo
  let concurrent: (() => void)[] = []
  const saves = vi.fn()
  const client = {
    auth: { user: async () => userWith(structuredClone(stored)) },
    rest: {
      async request(_method: string, _path: string, { body }: { body: { additionalInfo: Record<string, unknown> } }) {
        saves()
        stored = structuredClone(body.additionalInfo)
        const [next, ...later] = concurrent
        concurrent = later
        next?.()
      },
    },
  } as unknown as Client
  return {
    client,
    saves,
    stored: () => stored,
    writeOver: (info: Record<string, unknown>, times = 1) => {
      concurrent = Array.from({ length: times }, () => () => {
        stored = info
      })
    },
  }
}

test('a view is stored beside what else the account holds', async () => {
  const { client, stored } = setUp({ lang: 'de_DE', tableViews: { assets: { views: [view('a')], defaultId: 'a' } } })
  await writeViews(client, 'devices', [{ kind: 'put', view: view('b', { textSearch: 'pump' }) }])
  expect(stored()).toEqual({
    lang: 'de_DE',
    tableViews: {
      assets: { views: [view('a')], defaultId: 'a' },
      devices: { views: [view('b', { textSearch: 'pump' })], defaultId: null },
    },
  })
})

test('what another machine stores at the same time is kept, and so is the own change', async () => {
  const { client, stored, writeOver, saves } = setUp()
  const theirs = { tableViews: { devices: { views: [view('theirs')], defaultId: null } } }
  writeOver(theirs)
  const views = await writeViews(client, 'devices', [{ kind: 'put', view: view('mine') }])
  expect(views && viewsOfTable(views, 'devices').views.map(({ id }) => id)).toEqual(['theirs', 'mine'])
  expect(storedViewsOf(userWith(stored()))).toEqual(views)
  expect(saves).toHaveBeenCalledTimes(2)
})

test('who is written over again and again is told so', async () => {
  const { client, writeOver } = setUp()
  writeOver({}, 10)
  expect(await writeViews(client, 'devices', [{ kind: 'put', view: view('mine') }])).toBeNull()
})

test('the last view of a table leaves nothing behind', async () => {
  const { client, stored } = setUp({ tableViews: { devices: { views: [view('a')], defaultId: 'a' } } })
  await writeViews(client, 'devices', [{ kind: 'remove', id: 'a' }])
  expect(stored()).toEqual({ tableViews: {} })
})

test('what is stored and no view counts as none', () => {
  expect(storedViewsOf(null)).toEqual({})
  expect(storedViewsOf(userWith({ tableViews: 'x' }))).toEqual({})
  const strange = {
    devices: { views: [1, { id: 'a' }, { ...view('b'), search: { x: 1, y: 'z' } }], defaultId: 'gone' },
  }
  expect(storedViewsOf(userWith({ tableViews: strange }))).toEqual({
    devices: { views: [view('b', { y: 'z' })], defaultId: null },
  })
})

test('changes: put, rename, default, remove', () => {
  let table = applyChange({ views: [], defaultId: null }, { kind: 'put', view: view('a') })
  table = applyChange(table, { kind: 'default', id: 'a' })
  table = applyChange(table, { kind: 'put', view: { ...view('a'), name: 'Pumps' } })
  expect(table).toEqual({ views: [{ ...view('a'), name: 'Pumps' }], defaultId: 'a' })
  expect(applyChange(table, { kind: 'remove', id: 'a' })).toEqual({ views: [], defaultId: null })
})

test('names: something, not too long, not twice', () => {
  const table = { views: [view('a')], defaultId: null }
  expect(viewNameError('  ', table)).toBe('nameRequired')
  expect(viewNameError('x'.repeat(60), table)).toBeUndefined()
  expect(viewNameError('x'.repeat(61), table)).toBe('nameTooLong')
  expect(viewNameError(' view A', table)).toBe('nameTaken')
  expect(viewNameError('View a', table, 'a')).toBeUndefined()
})

test('the view that is shown is the one whose parameters the address has, in any order', () => {
  const table = { views: [view('a', { textSearch: 'x', active: 'true' })], defaultId: null }
  expect(shownView(table, { active: 'true', textSearch: 'x' })?.id).toBe('a')
  expect(shownView(table, { active: 'true' })).toBeUndefined()
})

test('twenty views of a table, a hundred of an account', () => {
  const tableOf = (count: number) => ({
    views: Array.from({ length: count }, (_, at) => view(String(at))),
    defaultId: null,
  })
  expect(isFull({ devices: tableOf(19) }, 'devices')).toBe(false)
  expect(isFull({ devices: tableOf(20) }, 'devices')).toBe(true)
  expect(isFull({ devices: tableOf(20) }, 'assets')).toBe(false)
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, tableOf(20)]))
  expect(isFull(many, 'assets')).toBe(true)
})
