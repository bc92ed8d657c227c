import { expect, test } from 'vitest'
import { resultSizeMax } from './plain-data.ts'
import { parseFromWidget } from './widget-protocol.ts'

test('messages of the runtime are read, with texts of a bounded length', () => {
  expect(parseFromWidget({ kind: 'done', seq: 3, more: 1 })).toEqual({ kind: 'done', seq: 3 })
  expect(parseFromWidget({ kind: 'begins', seq: 0 })).toEqual({ kind: 'begins', seq: 0 })
  expect(parseFromWidget({ kind: 'asks', call: 0, method: 'http', args: ['GET', { a: 1 }] })).toEqual({
    kind: 'asks',
    call: 0,
    method: 'http',
    args: ['GET', { a: 1 }],
  })
  const fault = { kind: 'x', name: 'n'.repeat(1000), message: 'm'.repeat(1000), line: 2, column: Number.NaN }
  expect(parseFromWidget({ kind: 'fault', fault, isFatal: 'yes' })).toEqual({
    kind: 'fault',
    isFatal: false,
    fault: { kind: 'threw', name: 'n'.repeat(100), message: 'm'.repeat(500), line: 2, column: null },
  })
  expect(parseFromWidget({ kind: 'resource', url: 7 })).toEqual({ kind: 'resource', url: '' })
})

test('everything else is no message', () => {
  const circle: unknown[] = []
  circle.push(circle)
  const asks = { kind: 'asks', call: 0, method: 'http', args: [] }
  for (const message of [
    null,
    7,
    'done',
    [],
    {},
    { kind: 'start' },
    { kind: 'done', seq: -1 },
    { kind: 'done', seq: '1' },
    { kind: 'done', seq: 0.5 },
    { kind: 'fault', fault: null },
    { ...asks, call: Number.MAX_VALUE },
    { ...asks, method: 'm'.repeat(61) },
    { ...asks, method: { toString: 'http' } },
    { ...asks, args: { length: 1 } },
    { ...asks, args: circle },
    { ...asks, args: ['x'.repeat(resultSizeMax + 1)] },
  ])
    expect(parseFromWidget(message)).toBeNull()
})
