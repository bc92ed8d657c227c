import type { SeriesByKey, SeriesRange } from '@sonde/client/telemetry/telemetry-calls'
import { expect, test } from 'vitest'
import type { CellValue } from './cell-value.ts'
import { type AskRange, type TelemetryQuestion, telemetryPortions } from './telemetry-portions.ts'

type Series = Record<string, { ts: number; value: unknown }[]>

/** Fake server that answers range queries. */
function platform(series: Series) {
  const requested: SeriesRange[] = []
  const ask: AskRange = async (range) => {
    requested.push(range)
    const { keys, startTs, endTs, limit = 100, agg, interval = 0 } = range
    const within = (key: string) => (series[key] ?? []).filter(({ ts }) => ts >= startTs && ts < endTs)
    const answer: Record<string, SeriesByKey[string]> = {}
    for (const key of keys) {
      const points = within(key)
      if (agg === undefined) answer[key] = points.slice(0, limit)
      else {
        const counts = new Map<number, number>()
        for (const { ts } of points) {
          const at = startTs + Math.floor((ts - startTs) / interval) * interval + interval / 2
          counts.set(at, (counts.get(at) ?? 0) + 1)
        }
        answer[key] = [...counts].map(([ts, value]) => ({ ts, value }))
      }
    }
    return answer
  }
  return { ask, requested }
}

async function allOf(ask: AskRange, question: Partial<TelemetryQuestion>) {
  const next = telemetryPortions(ask, {
    keys: ['a', 'b'],
    startMs: 0,
    endMs: 1_000_000,
    aggregation: 'NONE',
    intervalMs: 0,
    calendar: { zone: 'UTC', firstDayOfWeek: 1 },
    ...question,
  })
  const rows: (readonly CellValue[])[] = []
  const { signal } = new AbortController()
  for (let portion = await next(signal); portion; portion = await next(signal)) rows.push(...portion.rows)
  return rows
}
const points = (count: number, stepMs: number, value = (at: number): unknown => at) =>
  Array.from({ length: count }, (_, at) => ({ ts: at * stepMs, value: value(at) }))

test('a dense key and a sparse one end in rows by moment, each point once', async () => {
  const { ask, requested } = platform({ a: points(12_000, 50), b: points(30, 20_000, (at) => `b${at}`) })
  const rows = await allOf(ask, {})
  expect(requested.length).toBe(3)
  expect(rows.length).toBe(12_000)
  expect(rows[0]).toEqual([{ ms: 0 }, 0, 'b0'])
  expect(rows[1]).toEqual([{ ms: 50 }, 1, null])
  expect(rows[400]).toEqual([{ ms: 20_000 }, 400, 'b1'])
  expect(rows.filter(([, , b]) => b !== null).length).toBe(30)
})

test('exactly as many points as are asked for at once are no endless loop', async () => {
  const { ask } = platform({ a: points(5000, 10) })
  expect((await allOf(ask, { endMs: 50_000 })).length).toBe(5000)
})

test('values keep their kinds; JSON is text', async () => {
  const values = [1.5, true, 'on', { x: [1] }, null, 12345678901234567890n, { x: 12345678901234567890n }]
  const { ask } = platform({ a: points(values.length, 1, (at) => values[at]) })
  const cells = (await allOf(ask, { keys: ['a'] })).map(([, value]) => value)
  expect(cells.slice(0, 5)).toEqual([1.5, true, 'on', '{"x":[1]}', null])
  expect(cells.slice(5)).toEqual(['12345678901234567890', '{"x":12345678901234567890}'])
})

test('buckets are asked for in stretches that the platform takes, and named by their beginning', async () => {
  const { ask, requested } = platform({ a: points(1200, 60_000) })
  const rows = await allOf(ask, {
    keys: ['a'],
    startMs: 90_000,
    endMs: 1200 * 60_000,
    aggregation: 'COUNT',
    intervalMs: 60_000,
  })
  expect(requested.map(({ startTs, endTs }) => (endTs - startTs) / 60_000)).toEqual([500, 500, 199])
  expect(rows.length).toBe(1199)
  expect(rows[0]).toEqual([{ ms: 60_000 }, 1])
  expect(rows.at(-1)).toEqual([{ ms: 1199 * 60_000 }, 1])
})

test('days begin at midnight; the one on which the clock is set back has 25 hours', async () => {
  const hour = 3_600_000
  const midnight = Date.UTC(2026, 9, 23, 22)
  const { ask, requested } = platform({
    a: Array.from({ length: 97 }, (_, at) => ({ ts: midnight + at * hour, value: 1 })),
  })
  const berlin = { zone: 'Europe/Berlin', firstDayOfWeek: 1 } as const
  const rows = await allOf(ask, {
    keys: ['a'],
    startMs: midnight + 5 * hour,
    endMs: midnight + 97 * hour,
    aggregation: 'COUNT',
    intervalMs: 24 * hour,
    calendar: berlin,
  })
  expect(rows).toEqual([
    [{ ms: midnight }, 24],
    [{ ms: midnight + 24 * hour }, 25],
    [{ ms: midnight + 49 * hour }, 24],
    [{ ms: midnight + 73 * hour }, 24],
  ])
  expect(requested.map(({ interval }) => interval)).toEqual([24 * hour, 25 * hour, 24 * hour])
})

test('a stretch without points is an empty file, not a failure', async () => {
  expect(await allOf(platform({}).ask, {})).toEqual([])
})
