// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { Client } from '../session/page-client.ts'
import {
  type Layout,
  type Layouts,
  rememberedLayout,
  rememberLayout,
  storedLayouts,
  unsentLayouts,
  withLayouts,
} from './remembered-layout.ts'
import { sendLayouts } from './send-layouts.ts'

/** Fake server account, used by several devices of the user. */
function setUp(given: Layouts = {}, userId = 'u') {
  let stored: unknown = given
  const saves = vi.fn()
  const client = {
    session: { user: { userId } },
    userSettings: {
      get: async () => structuredClone(stored),
      async save(_name: string, layouts: unknown) {
        saves()
        stored = structuredClone(layouts)
      },
    },
  } as unknown as Client
  const known = () => storedLayouts(stored)
  return {
    client,
    saves,
    known,
    /** Another device stores layouts. */
    write: (layouts: Layouts) => {
      stored = withLayouts(known(), layouts)
    },
    /** Layout that a device without local storage gets for the table. */
    onOther: (table: string) => known()[table]?.layout,
    leave: (table: string, layout: Layout, at: number) => rememberLayout('u', table, { layout, at }, known()),
  }
}

test('a table that was left is drawn at once, and on another machine after it was sent', async () => {
  const { client, leave, known, onOther } = setUp()
  expect(leave('devices', { pageSize: '30' }, 5)).toBe(true)
  expect(rememberedLayout('u', 'devices', known())).toEqual({ pageSize: '30' })
  expect(onOther('devices')).toBeUndefined()
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({ pageSize: '30' })
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
  const { client, leave, known, onOther, write } = setUp({
    devices: { layout: { pageSize: '20' }, at: 10 },
    assets: { layout: { pageSize: '20' }, at: 10 },
  })
  leave('devices', {}, 20)
  leave('assets', { pageSize: '30' }, 20)
  // Another device then changes the assets' layout, at a later time.
  write({ assets: { layout: { pageSize: '10' }, at: 30 } })
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({})
  expect(onOther('assets')).toEqual({ pageSize: '10' })
  expect(rememberedLayout('u', 'assets', {})).toEqual({ pageSize: '10' })
  expect(rememberedLayout('u', 'devices', known())).toEqual({})
})

test('a clock that runs behind does not lose a change', () => {
  const { leave, known } = setUp({ devices: { layout: { pageSize: '20' }, at: 1_000 } })
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
  const offline = {
    session: { user: { userId: 'u' } },
    userSettings: { get: () => Promise.reject(new Error('offline')) },
  } as unknown as Client
  await sendLayouts(offline, 'u')
  expect(Object.keys(unsentLayouts('u'))).toEqual(['devices'])
})

test('what is stored and no layout counts as none; a hundred tables at most, the latest', () => {
  expect(storedLayouts(null)).toEqual({})
  expect(storedLayouts([1])).toEqual({})
  const strange = { a: 'x', b: { layout: { n: 1, s: 'y' }, at: 'soon' } }
  expect(storedLayouts(strange)).toEqual({ b: { layout: { s: 'y' }, at: 0 } })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`t${at}`, { layout: {}, at }]))
  const retained = Object.keys(withLayouts({}, many))
  expect(retained).toHaveLength(100)
  expect(retained).not.toContain('t0')
})

test('tables with the longest lists of columns stay below what the platform keeps, the latest first', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`t${at}`, { layout: { columns: 'x'.repeat(5_000) }, at }]),
  )
  const retained = withLayouts({}, wide)
  expect(JSON.stringify(retained).length).toBeLessThan(65_536)
  expect(Object.keys(retained)[0]).toBe('t29')
  expect(Object.keys(retained).length).toBeGreaterThan(5)
})

test('what another machine writes over is sent once more', async () => {
  const { client, leave, onOther, write, saves } = setUp()
  leave('devices', { pageSize: '30' }, 5)
  saves.mockImplementationOnce(() => queueMicrotask(() => write({ devices: { layout: {}, at: 1 } })))
  await sendLayouts(client, 'u')
  expect(onOther('devices')).toEqual({ pageSize: '30' })
  expect(saves).toHaveBeenCalledTimes(2)
})
