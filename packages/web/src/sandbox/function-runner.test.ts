import { expect, test } from 'vitest'
import type { FromWorker, FunctionResults, FunctionTask, FunctionText } from './function-protocol.ts'
import { createRunner } from './function-runner.ts'
import { resultSizeMax } from './plain-data.ts'

function runner(context: Record<string, unknown> = {}) {
  const posted: FromWorker[] = []
  const handle = createRunner((message) => posted.push(message))
  handle({ kind: 'context', context })
  let batch = 0
  return (text: FunctionText, task: FunctionTask): FunctionResults => {
    handle({ kind: 'define', fn: batch, text })
    handle({ kind: 'run', batch, tasks: [{ fn: batch, task }] })
    expect(posted.at(-2)).toEqual({ kind: 'begins', batch, at: 0 })
    const done = posted.at(-1)
    expect(done).toMatchObject({ kind: 'done', batch: batch++, at: 0 })
    return (done as Extract<FromWorker, { kind: 'done' }>).results
  }
}

const each = (...calls: unknown[][]): FunctionTask => ({ kind: 'each', calls })

test('calls a function with each list of arguments; ctx stands where the function names it', () => {
  const run = runner({ settings: { limit: 5 } })
  const text = {
    argNames: ['value', 'ctx', 'more'],
    body: 'return value > ctx.settings.limit ? { color: "red", more: more } : null',
  }
  expect(run(text, each([7, 'a'], [1, 'b'])).values).toEqual([{ color: 'red', more: 'a' }, null])
})

test('post-processing gets the result before, and the time and the value before', () => {
  const run = runner()
  const text = {
    argNames: ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue'],
    body: 'return prevValue + (value - prevOrigValue) * (time - timePrev)',
  }
  const previous = { ts: 1, value: 10, result: 100 }
  expect(run(text, { kind: 'points', ts: [2, 4], values: [11, 13], previous })).toEqual({
    values: [101, 105],
    fault: null,
  })
})

test('a function that makes values up gets the time and its last value', () => {
  const text = { argNames: ['time', 'prevValue'], body: 'return prevValue + time' }
  expect(runner()(text, { kind: 'times', ts: [1, 2, 3], previous: 10 }).values).toEqual([11, 13, 16])
})

test('a failed call has no result, and the fault tells where it failed; the others run', () => {
  const body = 'var x = 1;\nif (value > 1) {\n  value.missing.member;\n}\nreturn value'
  const { values, fault } = runner()({ argNames: ['value'], body }, each([1], [2], [0]))
  expect(values).toEqual([1, undefined, 0])
  expect(fault).toMatchObject({ kind: 'threw', name: 'TypeError', line: 3 })
  expect(fault?.column).toBeGreaterThan(0)
})

test('text that is no function says so', () => {
  const { values, fault } = runner()({ argNames: ['value'], body: 'return ((' }, each([1]))
  expect(values).toEqual([])
  expect(fault).toMatchObject({ kind: 'notCompiled', name: 'SyntaxError' })
})

test('results are plain data of a bounded size', () => {
  const result = (body: string) => runner()({ argNames: [], body }, each([]))
  expect(result('return [new Date(5), { a: [true, undefined] }]').values).toEqual([[5, { a: [true, undefined] }]])
  expect(result('return function () {}').fault?.kind).toBe('unusable')
  expect(result('var a = {}; a.a = a; return a').fault?.kind).toBe('unusable')
  expect(result(`return 'x'.repeat(${resultSizeMax + 1})`).fault?.kind).toBe('unusable')
  expect(result(`return 'x'.repeat(${resultSizeMax})`).fault).toBeNull()
})

test('values may be negative zero, infinite or no number', () => {
  const text = { argNames: ['value'], body: 'return value' }
  expect(runner()(text, each([Number.NaN], [Number.POSITIVE_INFINITY], [-0])).values).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
  ])
})

test('helpers of ctx write numbers, dates and words', () => {
  const run = runner({ locale: 'en-US', zone: 'Europe/Berlin', texts: { 'device.device': 'Device' } })
  const result = (body: string) => run({ argNames: ['ctx'], body }, each([])).values[0]
  expect(result("return ctx.utils.formatValue(3.456, 1, '°C')")).toBe('3.5 °C')
  expect(result('return ctx.utils.formatValue("2.50", 2)')).toBe('2.5')
  expect(result("return ctx.utils.formatValue(2, 2, '', true)")).toBe('2.00')
  expect(result('return ctx.utils.formatValue("open", 2, "V")')).toBe('open')
  expect(result("return ctx.date.transform(0, 'yyyy-MM-dd HH:mm:ss.SSS')")).toBe('1970-01-01 01:00:00.000')
  expect(result("return ctx.date.transform('1000', \"d MMM yy 'at' h:mm a\", 'UTC')")).toBe('1 Jan 70 at 12:00 AM')
  expect(result("return ctx.date.transform(0, 'EEEE, MMMM', '+0200')")).toBe('Thursday, January')
  expect(result("return ctx.translate.instant('device.device') + ctx.translate.instant('a.b')")).toBe('Devicea.b')
})

test('a drawing is the steps of its path; what a canvas has besides is missing', () => {
  const argNames = ['ctx', 'x', 'y', 'radius', 'shadow']
  const drawing = (body: string) => runner()({ argNames, body }, { kind: 'drawing', args: [0, 0, 3, false] })
  expect(drawing('ctx.moveTo(x - radius, y); ctx.arc(x, y, radius, 0, 7, true); ctx.closePath(); ctx.fill()')).toEqual({
    values: [[['moveTo', -3, 0], ['arc', 0, 0, 3, 0, 7, 1], ['closePath']]],
    fault: null,
  })
  expect(drawing('ctx.lineTo(x, radius.missing)').fault?.kind).toBe('unusable')
  expect(drawing('for (;;) ctx.lineTo(x, y)').fault?.kind).toBe('unusable')
  expect(drawing('ctx.drawImage()').fault).toMatchObject({ kind: 'threw', line: 1 })
})
