import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { createCausers } from './causers.ts'
import { createHeavyHitters } from './heavy-hitters.ts'

const dayMs = 86_400_000
const device = (n: number) => entityId('DEVICE', `d${n}`)

function open(startMs = 10 * dayMs) {
  let nowMs = startMs
  const causers = createCausers({ clock: { nowMs: () => nowMs } })
  const turn = (ms: number) => {
    nowMs += ms
  }
  return { causers, turn }
}

test('those that count most are found among any number, and their counts are at most a little too high', () => {
  const hitters = createHeavyHitters(20)
  for (let i = 0; i < 100; i++) hitters.add(device(0), 1)
  for (let i = 1; i < 1_000; i++) {
    hitters.add(device(i), 1)
    if (i % 2 === 0) hitters.add(device(0), 1)
  }
  const [first, ...others] = hitters.top(50)
  assert.equal(first?.entity.id, 'd0')
  assert.ok(first && first.count >= 599 && first.count <= 599 + 60)
  assert.equal(others.length, 19)
  assert.equal(hitters.total, 100 + 999 + 499)
  assert.equal(hitters.top(3).length, 3)
})

test('pending counts are taken up once; entities that have gone quiet are forgotten', () => {
  const { causers } = open()
  const points = causers.pending('maxDPStorageDays')
  points.add('t', device(1), 3)
  points.add('t', device(1), 2)
  points.add('other', device(2), 1)
  assert.deepEqual(causers.today('t'), {})
  for (let i = 0; i < 3; i++) causers.collect()
  assert.deepEqual(causers.today('t'), { maxDPStorageDays: { total: 5, top: [['DEVICE', 'd1', 5]] } })
  assert.deepEqual(causers.today('other').maxDPStorageDays?.total, 1)
  points.add('t', device(1), 1)
  causers.collect()
  assert.deepEqual(causers.today('t').maxDPStorageDays?.total, 6)
})

test('of very many entities at once some go without their name, and none without its count', () => {
  const { causers } = open()
  const points = causers.pending('maxDPStorageDays')
  for (let i = 0; i < 10_500; i++) points.add('t', device(i), 1)
  causers.collect()
  const { maxDPStorageDays: counted } = causers.today('t')
  assert.deepEqual([counted?.total, counted?.top.length], [10_500, 20])
})

test('refusals count where the use itself is not counted', () => {
  const { causers } = open()
  causers.rejected('t', 'maxTransportMessages', device(1))
  causers.rejected('t', 'transportDeviceMsgRateLimit', device(1))
  causers.rejected('t', 'telemetryKeys', device(2))
  assert.deepEqual(Object.keys(causers.today('t')), ['transportDeviceMsgRateLimit', 'telemetryKeys'])
})

test('a day is handed over to be stored, also when it has ended; a restart goes on with it', () => {
  const { causers, turn } = open()
  causers.add('t', 'maxEmails', device(1), 4)
  assert.deepEqual(
    causers.unwritten().map(({ written: _, ...counts }) => counts),
    [{ tenantId: 't', dayTs: 10 * dayMs, causes: { maxEmails: { total: 4, top: [['DEVICE', 'd1', 4]] } } }],
  )
  for (const each of causers.unwritten()) each.written()
  assert.deepEqual(causers.unwritten(), [])
  causers.add('t', 'maxEmails', device(2), 1)
  turn(dayMs)
  causers.add('t', 'maxEmails', device(3), 1)
  assert.deepEqual(
    causers.unwritten().map(({ dayTs, causes }) => [dayTs / dayMs, causes.maxEmails?.total]),
    [
      [10, 5],
      [11, 1],
    ],
  )
  for (const each of causers.unwritten()) each.written()
  assert.deepEqual(causers.unwritten(), [])
  assert.deepEqual(causers.today('t').maxEmails?.total, 1)

  const { causers: again } = open(11 * dayMs + 5)
  again.resume('t', 11 * dayMs, { maxEmails: { total: 9, top: [['DEVICE', 'd1', 4]] } })
  again.add('t', 'maxEmails', device(1), 1)
  assert.deepEqual(again.today('t').maxEmails, { total: 10, top: [['DEVICE', 'd1', 5]] })
  again.forget('t')
  assert.deepEqual(again.unwritten(), [])
})

test('counts added while others are being stored remain unwritten, also those of a day that ended', () => {
  const { causers, turn } = open()
  const totals = () => causers.unwritten().map(({ dayTs, causes }) => [dayTs / dayMs, causes.maxEmails?.total])
  causers.add('t', 'maxEmails', device(1), 4)
  const first = causers.unwritten()
  causers.add('t', 'maxEmails', device(1), 1)
  for (const each of first) each.written()
  assert.deepEqual(totals(), [[10, 5]])
  const second = causers.unwritten()
  turn(dayMs)
  causers.add('t', 'maxEmails', device(1), 7)
  for (const each of second) each.written()
  assert.deepEqual(totals(), [[11, 7]])
})

test('yesterday is not today', () => {
  const { causers, turn } = open()
  causers.add('t', 'maxEmails', device(1), 4)
  turn(dayMs)
  assert.deepEqual(causers.today('t'), {})
})
