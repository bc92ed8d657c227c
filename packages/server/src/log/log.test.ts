import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf } from '@sonde/model/limits/limits'
import { createPeaks } from '../limits/peaks.ts'
import { createServerLog } from './log.ts'

const minuteMs = 60_000
const linesMax = limitOf('logLines').default
const charactersMax = limitOf('logCharacters').default

type Line = Record<string, unknown> & { readonly msg: string; readonly level: number }

function open(level = 'info') {
  let nowMs = 1_000_000
  const lines: Line[] = []
  const { log, bounds } = createServerLog({
    level,
    clock: { nowMs: () => nowMs },
    to: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  })
  const written = () => lines.splice(0)
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { log, bounds, written, pass }
}

test('a tenant writes its lines of a minute and not one more; others are not held up by it', () => {
  const { log, written } = open()
  for (let i = 0; i < linesMax; i++) log.info({ tenantId: 'a' }, `line ${i}`)
  assert.equal(written().length, linesMax)
  log.info({ tenantId: 'a' }, 'one more')
  log.warn({ tenantId: 'a' }, 'another')
  log.info({ tenantId: 'b' }, 'of b')
  log.info('of the server')
  assert.deepEqual(
    written().map(({ msg }) => msg),
    ['of b', 'of the server'],
  )
})

test('the next minute says how many lines were left out, once', () => {
  const { log, written, pass } = open()
  for (let i = 0; i < linesMax + 1_234; i++) log.info({ tenantId: 'a' }, 'line')
  for (let i = 0; i < linesMax + 1; i++) log.warn({ remote: '192.0.2.1' }, 'bad packet')
  written()
  pass(minuteMs - 1)
  log.info({ tenantId: 'a' }, 'still left out')
  assert.deepEqual(written(), [])
  pass(1)
  log.info({ tenantId: 'a' }, 'written again')
  const [ofTenant, ofAddress, line, ...more] = written()
  assert.deepEqual(
    [ofTenant?.tenantId, ofTenant?.lines, ofTenant?.msg],
    ['a', 1_235, '1,235 log lines of this tenant were dropped in the last minute.'],
  )
  assert.deepEqual(
    [ofAddress?.remote, ofAddress?.msg],
    ['192.0.2.1', '1 log line caused by this address was dropped in the last minute.'],
  )
  assert.deepEqual([line?.msg, more.length], ['written again', 0])
  pass(minuteMs)
  log.info({ tenantId: 'a' }, 'calm')
  assert.deepEqual(
    written().map(({ msg }) => msg),
    ['calm'],
  )
})

test('when nothing else is logged, the end of the minute says it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { log, written, pass } = open()
  for (let i = 0; i < linesMax + 2; i++) log.info({ tenantId: 'a' }, 'line')
  written()
  pass(minuteMs)
  t.mock.timers.tick(minuteMs)
  assert.deepEqual(
    written().map(({ msg }) => msg),
    ['2 log lines of this tenant were dropped in the last minute.'],
  )
})

test('many addresses together are bounded too, and only the worst are named', () => {
  const { log, written, pass } = open()
  for (let i = 0; i < 100_000; i++) log.warn({ remote: `address ${i}` }, 'bad packet')
  // Addresses that aren't counted individually share the lines of one more source.
  const most = 11 * linesMax
  assert.equal(written().length, most)
  pass(minuteMs)
  log.info('calm')
  const said = written()
  assert.equal(said.length, 21)
  assert.equal(
    said.slice(0, 20).reduce((sum, { lines }) => sum + Number(lines), 0),
    100_000 - most,
  )
})

test('lines without a cause are bounded by what they say, errors too, a fatal one never', () => {
  const { log, written } = open()
  for (let i = 0; i < linesMax + 5; i++) log.error({ err: new Error(`no ${i}`) }, 'A request failed.')
  for (let i = 0; i < linesMax + 5; i++) log.fatal('The end.')
  log.error('Another fault.')
  const lines = written()
  assert.equal(lines.filter(({ msg }) => msg === 'A request failed.').length, linesMax)
  assert.equal(lines.filter(({ msg }) => msg === 'The end.').length, linesMax + 5)
  assert.equal(lines.at(-1)?.msg, 'Another fault.')
})

test('debug lines of a device have ten times the room; those of nobody are not bounded', () => {
  const { log, written } = open('debug')
  for (let i = 0; i < 20 * linesMax; i++) {
    log.debug({ remote: '192.0.2.1', deviceId: 'd' }, 'connects')
    log.debug('answered')
  }
  log.info({ remote: '192.0.2.1' }, 'of its own room')
  const lines = written()
  assert.equal(lines.filter(({ msg }) => msg === 'connects').length, 10 * linesMax)
  assert.equal(lines.filter(({ msg }) => msg === 'answered').length, 20 * linesMax)
  assert.equal(lines.at(-1)?.msg, 'of its own room')
})

test('texts are cut, in the line and in its fields; a text of exactly the limit is whole', () => {
  const { log, written } = open()
  log.info({ tenantId: 'a', reason: 'r'.repeat(charactersMax + 1), n: 1 }, 'x'.repeat(charactersMax))
  log.info('y'.repeat(10_000))
  const [first, second] = written()
  assert.equal(first?.reason, `${'r'.repeat(charactersMax)}… (${charactersMax + 1} characters)`)
  assert.deepEqual([first?.msg.length, first?.n], [charactersMax, 1])
  assert.equal(second?.msg, `${'y'.repeat(charactersMax)}… (10000 characters)`)
})

test('an error keeps its kind and code; its texts are cut and what hangs on it is left out when it is long', () => {
  const { log, written } = open()
  const error = Object.assign(new Error('m'.repeat(5_000)), {
    code: 'EPIPE',
    body: { all: 'b'.repeat(50_000) },
    near: { small: true },
  })
  const circle: Record<string, unknown> = {}
  circle.circle = circle
  log.error({ err: error }, 'Failed.')
  log.error({ err: Object.assign(new Error('short'), { circle }) }, 'Failed.')
  const [first, second] = written().map(({ err }) => err as Record<string, unknown>)
  assert.deepEqual([first?.type, first?.code, first?.near, first?.body], ['Error', 'EPIPE', { small: true }, undefined])
  assert.match(String(first?.message), /^m{1000}… \(5000 characters\)$/)
  assert.ok(String(first?.stack).length <= 4_000)
  assert.deepEqual([second?.message, second?.circle], ['short', undefined])
})

test('a tenant has the lines and characters of its profile, and each line left out is counted for it', () => {
  const { log, bounds, written } = open()
  const counted: unknown[] = []
  const peaks = createPeaks()
  let linesOf: (tenantId: string) => number | null = () => -1
  bounds.connect({
    measure: (_, used) => {
      linesOf = used
    },
    of: (tenantId, key) => (tenantId === 'a' && key === 'logLines' ? 2 : key === 'logCharacters' ? 5 : 60),
    count: (...given) => void counted.push(given),
    peaksOf: () => (tenantId) => peaks.of('logCharacters', tenantId),
  })
  for (let i = 0; i < 3; i++) log.info({ tenantId: 'a', ruleNodeId: 'n' }, 'line')
  log.info({ tenantId: 'b' }, 'longer')
  assert.deepEqual(
    written().map(({ msg }) => msg),
    ['line', 'line', 'longe… (6 characters)'],
  )
  assert.deepEqual([linesOf('a'), linesOf('b'), linesOf('c')], [3, 1, 0])
  assert.deepEqual([peaks.highest('logCharacters', 'a'), peaks.highest('logCharacters', 'b')], [4, 6])
  assert.deepEqual(counted, [
    ['a', 'logLines', { entityType: 'RULE_NODE', id: 'n' }],
    ['b', 'logCharacters'],
  ])
})
