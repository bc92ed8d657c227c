import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { withLastInterval } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { usualRequests } from './data-request.ts'
import { createGeneratedSource } from './generated-source.ts'

const start = Date.UTC(2026, 10, 21, 12)

function setUp(type: 'timeseries' | 'latest') {
  const json = {
    type,
    config: { datasources: [{ type: 'function', name: 'Maker', dataKeys: [{ name: 'f(x)', type: 'function' }] }] },
  }
  const window = withLastInterval(defaultTimeWindow(start), 10_000)
  const [request] = usualRequests(normalizeWidget('w', json, new Map()), window)
  if (!request) throw new Error('The datasource must be requested.')
  let nowMs = start
  const asked: (readonly number[])[] = []
  const source = createGeneratedSource(request, {
    windowContext: () => ({ nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 50_000 }),
    onChange: () => {},
    run: async (_, named, task) => {
      if (task.kind !== 'times') throw new Error(task.kind)
      asked.push(task.ts)
      expect(named.argNames).toEqual(['time', 'prevValue'])
      return task.ts.map((_, index) => Number(task.previous) + index + 1)
    },
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const tickAt = async (ms: number) => {
    nowMs = start + ms
    source.tick()
    await settle()
  }
  return { source, settle, tickAt, asked }
}

test('points of the window at first, then new ones; old ones leave, and each gets the value before', async () => {
  const { source, settle, tickAt, asked } = setUp('timeseries')
  expect(source.status.kind).toBe('loading')
  await settle()
  expect(source.status.kind).toBe('ready')
  const before = source.column('', '0')
  expect([before.ts.at(-1), before.ts.length]).toEqual([start, 11])
  await tickAt(2000)
  expect(asked.at(-1)).toEqual([start + 1000, start + 2000])
  const after = source.column('', '0')
  expect([after.ts[0], after.ts.at(-1)]).toEqual([start - 8000, start + 2000])
  expect(after.values.at(-1)).toBe(13)
})

test('a latest value per tick', async () => {
  const { source, settle, tickAt } = setUp('latest')
  await settle()
  await tickAt(1000)
  expect(source.latest('', 'FUNCTION', '0')).toEqual({ ts: start + 1000, value: '2' })
})
