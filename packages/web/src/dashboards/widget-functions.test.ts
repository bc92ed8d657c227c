import { expect, test } from 'vitest'
import type { FunctionFault, FunctionResults } from '../sandbox/function-protocol.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { createDashboardFunctions } from './widget-functions.ts'

const fault: FunctionFault = { kind: 'threw', name: 'TypeError', message: 'no', line: 1, column: 2 }
const named = { setting: 'postFuncBody', of: 'Flow', argNames: [], body: 'x' }
const task = { kind: 'each', calls: [[]] } as const

function setUp(answers: FunctionResults[], load?: () => Promise<Sandbox>) {
  const marked: string[] = []
  const closed: string[] = []
  let opened = 0
  const sandbox: Sandbox = {
    open() {
      const id = String(opened++)
      return {
        run: async () => answers.shift() as FunctionResults,
        runAction: () => new Promise(() => {}),
        setContext: () => {},
        retry: () => {},
        close: () => void closed.push(id),
      }
    },
    close: () => void closed.push('all'),
  }
  const functions = createDashboardFunctions({
    load: load ?? (async () => sandbox),
    contextOf: () => ({}),
    onFaults: (widgetId) => void marked.push(widgetId),
  })
  return { functions, marked, closed, settle: () => new Promise((resolve) => setTimeout(resolve)) }
}

test('a fault is told once, and goes with the next run that works', async () => {
  const failing = { values: [undefined], fault }
  const { functions, marked } = setUp([failing, failing, { values: [1], fault: null }])
  await functions.run('w', named, task)
  expect(functions.faults('w')).toEqual([{ ...fault, setting: 'postFuncBody', of: 'Flow' }])
  await functions.run('w', named, task)
  expect(marked).toEqual(['w'])
  expect(await functions.run('w', named, task)).toEqual([1])
  expect(functions.faults('w')).toEqual([])
  expect(marked).toEqual(['w', 'w'])
})

test('without a sandbox the widget says so, and the next run tries again', async () => {
  let tries = 0
  const { functions } = setUp([], () => Promise.reject(new Error(`offline ${++tries}`)))
  expect(await functions.run('w', named, task)).toEqual([])
  expect(functions.faults('w')).toMatchObject([{ kind: 'unavailable' }])
  await functions.run('w', named, task)
  expect(tries).toBe(2)
})

test('a widget that goes ends its worker; closing ends all', async () => {
  const { functions, closed, settle } = setUp([
    { values: [], fault: null },
    { values: [], fault: null },
  ])
  await functions.run('a', named, task)
  await functions.run('b', named, task)
  functions.forget('a')
  await settle()
  expect(closed).toEqual(['0'])
  functions.close()
  await settle()
  expect(closed).toEqual(['0', '1', 'all'])
})

test('a single call tells a failure from a result that is nothing', async () => {
  const { functions } = setUp([
    { values: [undefined], fault },
    { values: [undefined], fault: null },
  ])
  expect(await functions.call('w', named, [])).toEqual({
    value: undefined,
    fault: { ...fault, setting: 'postFuncBody', of: 'Flow' },
  })
  expect(functions.faults('w')).toHaveLength(1)
  expect(await functions.call('w', named, [])).toEqual({ value: undefined, fault: null })
  functions.close()
  expect((await functions.call('w', named, [])).fault?.kind).toBe('unavailable')
})
