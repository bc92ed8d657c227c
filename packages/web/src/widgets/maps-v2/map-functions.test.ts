import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { expect, test } from 'vitest'
import { createCallMemo } from '../../dashboards/call-memo.ts'
import { type LatestView, loadingView, type WidgetView } from '../../dashboards/widget-view.ts'
import { latestItems, worldPair } from './map-data.ts'
import { type ItemFunction, itemFunctions, itemRows } from './map-functions.ts'

const noKeys = { first: 'latitude', second: 'longitude', polygon: '', circle: '' }
const widget = normalizeWidget(
  'w',
  { config: { datasources: [{ type: 'entity', dataKeys: [{ name: 'speed', type: 'timeseries', label: 'Speed' }] }] } },
  new Map(),
)

function viewOf(speeds: Readonly<Record<string, string>>): WidgetView {
  const entities = Object.keys(speeds).map((id) => ({ id: { entityType: 'DEVICE' as const, id }, name: id, label: '' }))
  const [dataKey] = widget.config.datasources[0]?.dataKeys ?? []
  const latest = entities.flatMap((entity): LatestView[] =>
    dataKey && speeds[entity.id.id]
      ? [
          {
            id: `${entity.name} speed`,
            role: 'main',
            entity,
            datasourceIndex: 0,
            keyIndex: 0,
            dataKey,
            label: 'Speed',
            decimalsSeen: 0,
            ts: 1,
            text: speeds[entity.id.id] ?? '',
          },
        ]
      : [],
  )
  return { ...loadingView, entities, latest }
}

/** Functions by their bodies; results are given by `answer`. */
function setUp(bodies: Partial<Record<ItemFunction, string>>) {
  const runs: (readonly (readonly unknown[])[])[] = []
  let answer: (call: readonly unknown[]) => unknown = () => undefined
  const memo = createCallMemo(
    async (_, task) => {
      const calls = task.kind === 'each' ? task.calls : []
      runs.push(calls)
      return calls.map((call) => answer(call))
    },
    () => {},
  )
  const used = new Map(
    Object.entries(bodies).map(([name, body]) => [
      name as ItemFunction,
      { setting: name, of: '', argNames: ['data', 'dsData', 'dsIndex'], body },
    ]),
  )
  const show = (speeds: Readonly<Record<string, string>>, version = 0) => {
    const view = viewOf(speeds)
    const items = latestItems(view, { widget, keys: noKeys, aliasName: () => '', pairOf: worldPair })
    return { items, made: itemFunctions(used, itemRows(widget, view, items, version), memo) }
  }
  const flush = async () => {
    memo.flush()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { show, flush, runs, answers: (next: typeof answer) => (answer = next) }
}

test('a function is called per entity with its values, and again only for entities whose values change', async () => {
  const { show, flush, runs, answers } = setUp({ labelFunction: 'return data.Speed' })
  answers(([row]) => `at ${(row as { Speed: number }).Speed}`)
  const labels = (speeds: Readonly<Record<string, string>>) => {
    const { items, made } = show(speeds)
    return items.map((item) => made.pattern('labelFunction', item, 'fixed'))
  }
  expect(labels({ a: '5', b: '7' })).toEqual(['', ''])
  await flush()
  expect(runs[0]).toMatchObject([
    [{ entityName: 'a', entityType: 'DEVICE', Speed: 5, 'Speed|ts': 1, dsIndex: 0 }, [], 0],
    [{ entityName: 'b', Speed: 7, dsIndex: 1 }, [], 1],
  ])
  expect(labels({ a: '5', b: '8' })).toEqual(['at 5', 'at 7'])
  await flush()
  expect(runs[1]).toHaveLength(1)
  expect(labels({ a: '5', b: '8' })).toEqual(['at 5', 'at 8'])
})

test('a function that reads all entities gets them, and is called again when another one changes', async () => {
  const { show, flush, runs } = setUp({ colorFunction: 'return dsData[dsIndex].Speed > 6 ? "red" : "blue"' })
  const ask = (speeds: Readonly<Record<string, string>>, version: number) => {
    const { items, made } = show(speeds, version)
    for (const item of items) made.color('colorFunction', item, '')
  }
  ask({ a: '5', b: '7' }, 1)
  await flush()
  expect(runs[0]?.[1]?.[1]).toMatchObject([{ Speed: 5 }, { Speed: 7 }])
  ask({ a: '5', b: '8' }, 2)
  await flush()
  expect(runs[1]).toHaveLength(2)
})

test('colors that functions return are checked; without one, the fixed color counts', async () => {
  const { show, flush, answers } = setUp({ colorFunction: 'return ""' })
  answers(([row]) => ['#ff0000', 'url(javascript:x)', undefined][(row as { Speed: number }).Speed])
  const colors = () => {
    const { items, made } = show({ a: '0', b: '1', c: '2' })
    return items.map((item) => made.color('colorFunction', item, '#123456'))
  }
  expect(colors()).toEqual(['#123456', '#123456', '#123456'])
  await flush()
  expect(colors()).toEqual(['#ff0000', '#123456', '#123456'])
})

test('images that functions return are checked; a failed function leaves what is fixed', async () => {
  const { show, flush, answers } = setUp({ markerImageFunction: 'return {}', labelFunction: 'throw 1' })
  const images = [{ url: '/one.png', size: 9999, markerOffset: [0.5, 0.25] }, { url: 7 }, undefined]
  answers(([row]) => images[(row as { Speed: number }).Speed])
  const looks = () => {
    const { items, made } = show({ a: '0', b: '1', c: '2' })
    return items.map((item) => ({
      ...made.image(item, { image: { url: '/fixed.png', size: 34 }, anchor: [0.5, 1] }, []),
      label: made.pattern('labelFunction', item, 'fixed'),
    }))
  }
  looks()
  await flush()
  expect(looks().map(({ image, anchor }) => ({ image, anchor }))).toEqual([
    { image: { url: '/one.png', size: 500 }, anchor: [0.5, 0.25] },
    { image: null, anchor: [0.5, 1] },
    { image: { url: '/fixed.png', size: 34 }, anchor: [0.5, 1] },
  ])
  // Its answer is undefined for the last one.
  expect(looks()[2]?.label).toBe('fixed')
})
