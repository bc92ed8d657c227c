import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, isRepeated, offsetText, startOfUnit, wallTime, zoneOffsetMs } from './zone-time.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const at = (text: string) => Date.parse(text)
const wall = (year: number, month: number, day: number, hour = 0, minute = 0) => ({
  year,
  month,
  day,
  hour,
  minute,
  second: 0,
})

test('reads the clock of a zone and finds its instants again', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
    for (const text of [
      '2026-01-31T23:59:59Z',
      '2026-07-01T00:00:00Z',
      '1969-12-31T23:30:00Z',
      '2000-02-29T12:00:00Z',
    ]) {
      assert.equal(instantOf(wallTime(at(text), zone), zone), at(text), `${zone} ${text}`)
    }
  }
})

test('a time that the clock skips is the first instant after the gap', () => {
  assert.equal(iso(instantOf(wall(2026, 3, 29, 2, 0), 'Europe/Berlin')), '2026-03-29T01:00:00.000Z')
  // The clock in Beirut moved from 00:00 to 01:00.
  assert.equal(iso(startOfUnit(at('2022-03-27T12:00:00Z'), 'day', 'Asia/Beirut', 1)), '2022-03-26T22:00:00.000Z')
})

test('a time that comes twice is the first of the two', () => {
  assert.equal(iso(instantOf(wall(2026, 10, 25, 2, 30), 'Europe/Berlin')), '2026-10-25T00:30:00.000Z')
})

test('days of a clock change have 23 and 25 hours', () => {
  const hours = (text: string) => {
    const start = startOfUnit(at(text), 'day', 'Europe/Berlin', 1)
    return (startOfUnit(at(text), 'day', 'Europe/Berlin', 1, 1) - start) / 3_600_000
  }
  assert.deepEqual(
    [hours('2026-03-29T10:00:00Z'), hours('2026-10-25T10:00:00Z'), hours('2026-11-21T10:00:00Z')],
    [23, 25, 24],
  )
})

test('months end where they end', () => {
  const month = (text: string, units: number) => iso(startOfUnit(at(text), 'month', 'UTC', 1, units))
  assert.equal(month('2026-03-31T10:00:00Z', -1), '2026-02-01T00:00:00.000Z')
  assert.equal(month('2026-01-31T10:00:00Z', 1), '2026-02-01T00:00:00.000Z')
  assert.equal(month('2026-12-31T10:00:00Z', 1), '2027-01-01T00:00:00.000Z')
  assert.equal(iso(startOfUnit(at('2028-02-29T10:00:00Z'), 'year', 'UTC', 1, -1)), '2027-01-01T00:00:00.000Z')
})

test('weeks begin on the day that the reader is used to', () => {
  const sunday = at('2026-11-22T10:00:00Z')
  assert.equal(iso(startOfUnit(sunday, 'week', 'UTC', 0)), '2026-11-22T00:00:00.000Z')
  assert.equal(iso(startOfUnit(sunday, 'week', 'UTC', 1)), '2026-11-16T00:00:00.000Z')
  assert.equal(iso(startOfUnit(sunday, 'week', 'UTC', 6)), '2026-11-21T00:00:00.000Z')
})

test('hours of half-hour zones begin on their own hour', () => {
  assert.equal(iso(startOfUnit(at('2026-11-21T10:10:00Z'), 'hour', 'Asia/Kolkata', 1)), '2026-11-21T09:30:00.000Z')
})

test('names offsets', () => {
  assert.equal(offsetText(zoneOffsetMs(at('2026-07-01T00:00:00Z'), 'Europe/Berlin')), 'UTC+02:00')
  assert.equal(offsetText(zoneOffsetMs(at('2026-07-01T00:00:00Z'), 'America/St_Johns')), 'UTC−02:30')
  assert.equal(offsetText(0), 'UTC+00:00')
})

test('times are repeated exactly where the clock is set back', () => {
  const minutes = (zone: string, from: string, to: string) => {
    let count = 0
    for (let ms = at(from); ms < at(to); ms += 60_000) if (isRepeated(ms, (each) => zoneOffsetMs(each, zone))) count++
    return count
  }
  assert.equal(minutes('Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z'), 120)
  assert.equal(minutes('Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T02:00Z'), 120)
  assert.equal(minutes('Australia/Lord_Howe', '2026-04-04T00:00Z', '2026-04-05T12:00Z'), 60)
  assert.equal(minutes('Europe/Berlin', '2026-03-28T12:00Z', '2026-03-30T12:00Z'), 0)
  assert.equal(minutes('Asia/Kolkata', '2026-10-24T12:00Z', '2026-10-26T12:00Z'), 0)
})
