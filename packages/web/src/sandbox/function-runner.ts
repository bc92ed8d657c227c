/** Compiles and calls functions of widget settings. Runs in the sandbox's worker, and in unit tests. */

import { actionEvent, createActionContext } from './function-action.ts'
import { createContext, type FunctionContext } from './function-context.ts'
import {
  type FromWorker,
  type FunctionFault,
  type FunctionResults,
  type FunctionTask,
  type FunctionText,
  pathMethods,
  pathStepsMax,
  questionsMax,
  type ToWorker,
} from './function-protocol.ts'
import { promiseOf } from './observable-subset.ts'
import { plainData, UnusableResult } from './plain-data.ts'
import { faultOf } from './thrown-fault.ts'

type Compiled = (...args: readonly unknown[]) => unknown
type Task<Kind extends FunctionTask['kind']> = Extract<FunctionTask, { kind: Kind }>

interface Defined {
  readonly text: FunctionText
  compiled?: Compiled
  fault?: FunctionFault
}

/** Returns the handler of messages from the page. */
export function createRunner(post: (message: FromWorker) => void): (message: ToWorker) => void {
  const functions = new Map<number, Defined>()
  let context: FunctionContext = createContext({})

  function run(fn: number, task: FunctionTask): FunctionResults {
    const defined = functions.get(fn)
    if (!defined) return { values: [], fault: null }
    if (!defined.compiled && !defined.fault) compile(defined)
    const { compiled, text } = defined
    if (!compiled) return { values: [], fault: defined.fault ?? null }
    switch (task.kind) {
      case 'each':
        return runEach(compiled, text, task.calls, context)
      case 'action':
        return runAction(compiled, text, task)
      case 'answer':
        return answer(task)
      case 'drawing':
        return runDrawing(compiled, text, task.args)
      case 'points':
      case 'times':
        return runSeries(compiled, task)
    }
  }

  /** Questions of actions to the page, by action and call. */
  const open = new Map<
    string,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()

  function runAction(compiled: Compiled, text: FunctionText, task: Task<'action'>): FunctionResults {
    const { action, place } = task
    let calls = 0
    const ask = (method: string, args: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        if (calls >= questionsMax) throw new Error('The action asks too often.')
        const call = calls++
        post({ kind: 'asks', action, call, method, args: plainData(args) as readonly unknown[] })
        open.set(`${action} ${call}`, { resolve, reject })
      })
    const tell = (method: string, value: unknown) => void ask(method, [value]).catch(() => {})
    const fail = (error: unknown) => tell('fail', faultOf('threw', error))
    try {
      const own = createActionContext(context, place, { ask, fail })
      const args = withContext(text.argNames, task.args, { widgetContext: own, $event: actionEvent(place.elementId) })
      promiseOf(compiled(...args)).then((value) => tell('return', value), fail)
      return { values: [], fault: null }
    } catch (error) {
      return { values: [], fault: faultOf('threw', error) }
    }
  }

  function answer({ action, call, value, error }: Task<'answer'>): FunctionResults {
    const asked = open.get(`${action} ${call}`)
    open.delete(`${action} ${call}`)
    if (error === null) asked?.resolve(value)
    else asked?.reject(new Error(error))
    return { values: [], fault: null }
  }

  return (message) => {
    switch (message.kind) {
      case 'context':
        context = createContext(message.context)
        break
      case 'define':
        functions.set(message.fn, { text: message.text })
        break
      case 'run':
        for (const [at, { fn, task }] of message.tasks.entries()) {
          post({ kind: 'begins', batch: message.batch, at })
          post({ kind: 'done', batch: message.batch, at, results: run(fn, task) })
        }
    }
  }
}

function compile(defined: Defined) {
  const { argNames, body } = defined.text
  try {
    defined.compiled = new Function(...argNames, body) as Compiled
  } catch (error) {
    defined.fault = faultOf('notCompiled', error)
  }
}

function runEach(
  compiled: Compiled,
  { argNames }: FunctionText,
  calls: readonly (readonly unknown[])[],
  context: FunctionContext,
): FunctionResults {
  const contexts = { ctx: context, widgetContext: context }
  let fault: FunctionFault | null = null
  const values = calls.map((given) => {
    try {
      return plainData(compiled(...withContext(argNames, given, contexts)))
    } catch (error) {
      fault ??= faultOf('threw', error)
      return undefined
    }
  })
  return { values, fault }
}

/** Methods that change nothing about a path: the page fills and strokes it. */
const ignoredMethods = ['beginPath', 'fill', 'stroke', 'save', 'restore']

function runDrawing(compiled: Compiled, { argNames }: FunctionText, given: readonly unknown[]): FunctionResults {
  const steps: (string | number)[][] = []
  const ctx: Record<string, (...numbers: unknown[]) => void> = {}
  for (const name of ignoredMethods) ctx[name] = () => {}
  for (const name of pathMethods) {
    ctx[name] = (...numbers) => {
      if (steps.length >= pathStepsMax) throw new UnusableResult('too many steps')
      const step = numbers.map(Number)
      if (!step.every(Number.isFinite)) throw new UnusableResult('no number')
      steps.push([name, ...step])
    }
  }
  try {
    compiled(...withContext(argNames, given, { ctx }))
    return { values: [plainData(steps)], fault: null }
  } catch (error) {
    return { values: [], fault: faultOf('threw', error) }
  }
}

/** Arguments with those that the page doesn't send in their places. */
function withContext(
  argNames: readonly string[],
  given: readonly unknown[],
  own: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  let next = 0
  return argNames.map((name) => (Object.hasOwn(own, name) ? own[name] : given[next++]))
}

/** As the wire has it: each call gets the previous result, and of `points` also the previous time and raw value. */
function runSeries(compiled: Compiled, task: Task<'points' | 'times'>): FunctionResults {
  let fault: FunctionFault | null = null
  let previous = task.kind === 'points' ? task.previous : { ts: 0, value: 0, result: task.previous }
  const values = task.ts.map((ts, index) => {
    const value = task.kind === 'points' ? task.values[index] : undefined
    const args =
      task.kind === 'points' ? [ts, value, previous.result, previous.ts, previous.value] : [ts, previous.result]
    let result: unknown
    try {
      result = plainData(compiled(...args))
    } catch (error) {
      fault ??= faultOf('threw', error)
    }
    previous = { ts, value, result: result ?? previous.result }
    return result
  })
  return { values, fault }
}
