import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { type SeriesColumn, valueAt } from '@sonde/model/dashboards/series-column'
import { expect, test } from 'vitest'
import type { FromWorker, FunctionTask } from '../sandbox/function-protocol.ts'
import { createRunner } from '../sandbox/function-runner.ts'
import { createPostProcessing } from './post-processing.ts'

function keyWith(postFuncBody: string): DataKey {
  const json = { config: { datasources: [{ dataKeys: [{ name: 't', usePostProcessing: true, postFuncBody }] }] } }
  return normalizeWidget('w', json, new Map()).config.datasources[0]?.dataKeys[0] as DataKey
}

function setUp() {
  const drawn: string[] = []
  let runs = 0
  const run = async (
    _: string,
    { argNames, body }: { argNames: readonly string[]; body: string },
    task: FunctionTask,
  ) => {
    runs++
    let answer: readonly unknown[] = []
    const handle = createRunner((message: FromWorker) => {
      if (message.kind === 'done') answer = message.results.values
    })
    handle({ kind: 'define', fn: 0, text: { argNames, body } })
    handle({ kind: 'run', batch: 0, tasks: [{ fn: 0, task }] })
    return answer
  }
  const processing = createPostProcessing({ run }, (widgetId) => drawn.push(widgetId))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { processing, drawn, settle, runs: () => runs }
}

const column = (...values: number[]): SeriesColumn => ({
  ts: Float64Array.from(values, (_, index) => index + 1),
  values: Float64Array.from(values),
  texts: null,
  longNumbers: null,
  isBoolean: false,
})

const valuesOf = (found: SeriesColumn | null) => found && Array.from(found.ts, (_, index) => valueAt(found, index))

test('a series is processed from its first point on; until then the results of the points before are shown', async () => {
  const { processing, drawn, settle, runs } = setUp()
  const key = keyWith('return prevValue + value')
  const before = column(1, 2, 3)
  expect(processing.series('w', 'a', key, before)).toBeNull()
  await settle()
  expect(drawn).toEqual(['w'])
  expect(valuesOf(processing.series('w', 'a', key, before))).toEqual([1, 3, 6])
  expect(runs()).toBe(1)
  expect(valuesOf(processing.series('w', 'a', key, column(1, 2, 3, 4)))).toEqual([1, 3, 6])
  await settle()
  expect(valuesOf(processing.series('w', 'a', key, column(9, 9)))).toEqual([1, 3, 6, 10])
})

test('results may be text or true and false; times without a result are left out', async () => {
  const { processing, settle } = setUp()
  const text = keyWith('if (value === 2) return null; return value > 2 ? "high" : "5.5"')
  const flag = keyWith('return value > 1')
  processing.series('w', 'text', text, column(1, 2, 3))
  processing.series('w', 'flag', flag, column(1, 2))
  await settle()
  const texts = processing.series('w', 'text', text, column())
  expect([Array.from(texts?.ts ?? []), valuesOf(texts)]).toEqual([
    [1, 3],
    [5.5, 'high'],
  ])
  const flags = processing.series('w', 'flag', flag, column())
  expect([flags?.isBoolean, valuesOf(flags)]).toEqual([true, [false, true]])
})

test('the latest value gets what came before it', async () => {
  const { processing, settle } = setUp()
  const key = keyWith('return timePrev ? value - prevOrigValue + (time - timePrev) * 100 : value')
  const latest = (ts: number, text: string) => processing.latest('w', 'a', key, { ts, text })
  expect(latest(10, '5')).toBeNull()
  await settle()
  expect(latest(10, '5')).toEqual({ ts: 10, text: '5' })
  expect(latest(12, '8')).toEqual({ ts: 10, text: '5' })
  await settle()
  expect(latest(12, '8')).toEqual({ ts: 12, text: '203' })
  expect(latest(0, '')).toEqual({ ts: 0, text: '' })
})

test('another function starts from nothing', async () => {
  const { processing, settle } = setUp()
  const value = { ts: 1, text: '4' }
  processing.latest('w', 'a', keyWith('return value * 2'), value)
  await settle()
  expect(processing.latest('w', 'a', keyWith('return value * 3'), value)).toBeNull()
  await settle()
  expect(processing.latest('w', 'a', keyWith('return value * 3'), value)).toEqual({ ts: 1, text: '12' })
})
