import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bucketIn, bucketStart, type Stretch, stretchesOf } from './stretches.ts'
import { wallTime } from './zone-time.ts'

const hour = 3_600_000
const day = 24 * hour
const at = (text: string) => Date.parse(text)
const shown = (stretches: readonly Stretch[]) =>
  stretches.map(({ startTs, endTs, interval }) => [
    new Date(startTs).toISOString(),
    new Date(endTs).toISOString(),
    interval / hour,
  ])

test('the day on which the clock is set back has 25 hours, and the days after it begin at midnight', () => {
  // October in Berlin.
  const month = stretchesOf(at('2026-09-30T22:00Z'), at('2026-10-31T23:00Z'), day, 'Europe/Berlin')
  assert.deepEqual(shown(month), [
    ['2026-09-30T22:00:00.000Z', '2026-10-24T22:00:00.000Z', 24],
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
    ['2026-10-25T23:00:00.000Z', '2026-10-31T23:00:00.000Z', 24],
  ])
  const weeks = stretchesOf(at('2026-03-15T23:00Z'), at('2026-04-12T22:00Z'), 7 * day, 'Europe/Berlin')
  assert.deepEqual(shown(weeks), [
    ['2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z', 168],
    ['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 167],
    ['2026-03-29T22:00:00.000Z', '2026-04-12T22:00:00.000Z', 168],
  ])
})

test('other ranges are one stretch', () => {
  const range = [at('2026-10-24T22:00Z'), at('2026-10-26T23:00Z')] as const
  assert.equal(stretchesOf(...range, hour, 'Europe/Berlin').length, 1)
  assert.equal(stretchesOf(...range, day, 'Asia/Kolkata').length, 1)
  assert.deepEqual(stretchesOf(5, 5, day, 'UTC'), [{ startTs: 5, endTs: 5, interval: day }])
})

test('a range that ends before the change is over still has the long day', () => {
  const stretches = stretchesOf(at('2026-10-23T22:00Z'), at('2026-10-25T12:00Z'), day, 'Europe/Berlin')
  assert.deepEqual(
    stretches.map(({ interval }) => interval / hour),
    [24, 25],
  )
})

test('property: stretches cover the range without gaps, and buckets begin when the clock shows what it did first', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/St_Johns',
    'Pacific/Apia',
    'Asia/Tokyo',
  )
  const range = fc.record({
    zone,
    start: fc.integer({ min: at('2009-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
    days: fc.integer({ min: 1, max: 400 }),
    width: fc.constantFrom(1, 2, 7, 30),
  })
  fc.assert(
    fc.property(range, ({ zone, start, days, width }) => {
      const startTs = bucketStart(start, day, { zone, firstDayOfWeek: 1 })
      const endTs = startTs + days * day
      const stretches = stretchesOf(startTs, endTs, width * day, zone)
      assert.deepEqual([stretches[0]?.startTs, stretches.at(-1)?.endTs], [startTs, endTs])
      for (const [i, { startTs: from, endTs: to, interval }] of stretches.entries()) {
        assert.ok(from < to && interval > 0)
        if (i > 0) assert.equal(stretches[i - 1]?.endTs, from)
        for (let bucket = from; bucket < to; bucket += interval) {
          // Where midnight is left out, a day begins at one.
          assert.ok([0, 1].includes(wallTime(bucket, zone).hour), `${zone} ${new Date(bucket).toISOString()}`)
          assert.deepEqual(bucketIn(stretches, bucket + 1), { start: bucket, interval })
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('times after the last stretch continue its buckets', () => {
  const stretches = stretchesOf(0, 10, 4, 'UTC')
  assert.deepEqual(bucketIn(stretches, 17), { start: 16, interval: 4 })
})
