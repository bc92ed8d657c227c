// @vitest-environment jsdom
import type { User } from '@sonde/client/users/user-calls'
import { expect, test, vi } from 'vitest'
import type { Client } from '../session/page-client.ts'
import {
  accountLayouts,
  infoWithLayouts,
  type Layout,
  rememberedLayout,
  rememberLayout,
  unsentLayouts,
} from './remembered-layout.ts'
import { sendLayouts } from './send-layouts.ts'

const userWith = (additionalInfo: unknown, id = 'u') => ({ id: { id }, additionalInfo }) as User

/** The account on the platform, as several machines use it. */
function setUp(additionalInfo: Record<string, unknown> = {}, id = 'u') {
  let stored = additionalInfo
  const saves = vi.fn()
  const client = {
    auth: { user: async () => userWith(structuredClone(stored), id) },
    rest: {
      async request(_method: string, _path: string, { body }: { body: { additionalInfo: Record<string, unknown> } }) {
        saves()
        stored = structuredClone(body.additionalInfo)
      },
    },
  } as unknown as Client
  const known = () => accountLayouts(userWith(stored))
  return {
    client,
    saves,
    known,
    stored: () => stored,
    /** How a machine that knows nothing finds the table. */
    onOther: (table: string) => known()[table]?.layout,
    leave: (table: string, layout: Layout, at: number) => rememberLayout('u', table, { layout, at }, known()),
  }
}

test('a table that was left is drawn at once, and on another machine after it was sent', async () => {
  const { client, leave, known, onOther, stored } = setUp({ lang: 'de_DE' })
  expect(leave('devices', { pageSize: '30' }, 5)).toBe(true)
  expect(rememberedLayout('u', 'devices', known())).toEqual({ pageSize: '30' })
  expect(onOther('devices')).toBeUndefined()
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({ pageSize: '30' })
  expect(stored().lang).toBe('de_DE')
  expect(unsentLayouts('u')).toEqual({})
})

test('what is as it was is not stored again, in whatever order it is said', async () => {
  const { client, leave, saves } = setUp()
  expect(leave('devices', {}, 1)).toBe(false)
  leave('devices', { property: 'name', direction: 'ASC' }, 2)
  await sendLayouts(client, 'u')
  expect(leave('devices', { direction: 'ASC', property: 'name' }, 3)).toBe(false)
  await sendLayouts(client, 'u')
  expect(saves).toHaveBeenCalledTimes(1)
})

test('of two machines the last one holds, and a table as it is by itself is a choice too', async () => {
  const { client, leave, known, onOther, stored } = setUp({
    tableLayouts: { devices: { layout: { pageSize: '20' }, at: 10 }, assets: { layout: { pageSize: '20' }, at: 10 } },
  })
  leave('devices', {}, 20)
  leave('assets', { pageSize: '30' }, 20)
  // Meanwhile another machine changes the assets, later.
  Object.assign(stored(), infoWithLayouts(userWith(stored()), { assets: { layout: { pageSize: '10' }, at: 30 } }))
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({})
  expect(onOther('assets')).toEqual({ pageSize: '10' })
  expect(rememberedLayout('u', 'assets', {})).toEqual({ pageSize: '10' })
  expect(rememberedLayout('u', 'devices', known())).toEqual({})
})

test('a clock that runs behind does not lose a change', () => {
  const { leave, known } = setUp({ tableLayouts: { devices: { layout: { pageSize: '20' }, at: 1_000 } } })
  leave('devices', { pageSize: '30' }, 5)
  expect(rememberedLayout('u', 'devices', known())).toEqual({ pageSize: '30' })
})

test('what an older version kept in the browser holds, and is sent', async () => {
  const { client, onOther } = setUp()
  localStorage.setItem('sonde.table.u.devices', '{"pageSize":"20"}')
  expect(rememberedLayout('u', 'devices', {})).toEqual({ pageSize: '20' })
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({ pageSize: '20' })
})

test('whoever signed in meanwhile does not get the layouts of the one before', async () => {
  const { client, leave, saves } = setUp({}, 'other')
  leave('devices', { pageSize: '30' }, 5)
  await sendLayouts(client, 'u')
  expect(saves).not.toHaveBeenCalled()
  expect(Object.keys(unsentLayouts('u'))).toEqual(['devices'])
})

test('offline: it is kept for later', async () => {
  const { leave } = setUp()
  leave('devices', { pageSize: '30' }, 5)
  const offline = { auth: { user: () => Promise.reject(new Error('offline')) }, rest: {} } as unknown as Client
  await sendLayouts(offline, 'u')
  expect(Object.keys(unsentLayouts('u'))).toEqual(['devices'])
})

test('what is stored and no layout counts as none; a hundred tables at most, the latest', () => {
  expect(accountLayouts(null)).toEqual({})
  expect(accountLayouts(userWith({ tableLayouts: [1] }))).toEqual({})
  const strange = { tableLayouts: { a: 'x', b: { layout: { n: 1, s: 'y' }, at: 'soon' } } }
  expect(accountLayouts(userWith(strange))).toEqual({ b: { layout: { s: 'y' }, at: 0 } })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`t${at}`, { layout: {}, at }]))
  const kept = Object.keys(accountLayouts(userWith(infoWithLayouts(userWith(null), many))))
  expect(kept).toHaveLength(100)
  expect(kept).not.toContain('t0')
})
