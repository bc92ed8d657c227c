import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { requestsOf, useWidgetTypes } from './use-widget-types.ts'
import { widgetType } from './widget-type.ts'
import { createWidgetTypes } from './widget-types.ts'

const type = widgetType(() => null)
const window = defaultTimeWindow(0)
const widget = (typeAlias: string, parts: object = {}) =>
  normalizeWidget(
    typeAlias,
    {
      bundleAlias: 'b',
      typeAlias,
      config: { datasources: [{ type: 'entity', dataKeys: [{ name: 'flow' }] }] },
      ...parts,
    },
    new Map(),
  )

test('a type is loaded once, and again after it failed', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(type)
  const types = createWidgetTypes(() => load)
  expect(types.state(widget('a')).kind).toBe('loading')
  expect((await types.load(widget('a'))).kind).toBe('failed')
  const again = types.load(widget('a'))
  expect(types.state(widget('a')).kind).toBe('loading')
  expect(await again).toEqual({ kind: 'ready', type })
  expect(await types.load(widget('a'))).toBe(types.state(widget('a')))
  expect(load).toHaveBeenCalledTimes(2)
})

test('missing without a way to draw other types: no file, a tenant’s own type, an alias that the file does not draw', async () => {
  const types = createWidgetTypes((_, alias) =>
    alias === 'none' ? undefined : () => Promise.resolve({ ...type, aliases: ['a'] }),
  )
  expect(types.state(widget('none')).kind).toBe('missing')
  expect(types.state(widget('a', { isSystemType: false })).kind).toBe('missing')
  expect((await types.load(widget('b'))).kind).toBe('missing')
  expect(types.state(widget('b')).kind).toBe('missing')
  expect((await types.load(widget('a'))).kind).toBe('ready')
})

test('types that no file draws get the type for code of users', async () => {
  const other = widgetType(() => null)
  const types = createWidgetTypes(
    (_, alias) => (alias === 'none' ? undefined : () => Promise.resolve({ ...type, aliases: ['a'] })),
    () => Promise.resolve(other),
  )
  for (const one of [widget('none'), widget('b'), widget('a', { isSystemType: false })])
    expect(await types.load(one)).toEqual({ kind: 'ready', type: other })
  expect(await types.load(widget('a'))).not.toEqual({ kind: 'ready', type: other })
})

test('widgets ask for their data together, once every type is there', async () => {
  const resolvers: (() => void)[] = []
  const types = createWidgetTypes(() => () => new Promise((resolve) => resolvers.push(() => resolve(type))))
  const widgets = [widget('a'), widget('b')]
  const { result } = renderHook(() => useWidgetTypes(types, widgets))
  const requested = () => requestsOf(result.current, widgets, () => window)?.map(({ widgetId }) => widgetId) ?? null
  expect([resolvers.length, result.current.areSettled, requested()]).toEqual([2, false, null])
  await act(async () => resolvers[0]?.())
  expect([result.current.areSettled, requested()]).toEqual([false, null])
  await act(async () => resolvers[1]?.())
  expect([result.current.areSettled, requested()]).toEqual([true, ['a', 'b']])
})
