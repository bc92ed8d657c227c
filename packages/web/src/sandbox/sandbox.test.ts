import { expect, test } from 'vitest'
import {
  type FromWorker,
  type FunctionTask,
  type FunctionText,
  questionsMax,
  type ToWorker,
} from './function-protocol.ts'
import { createRunner } from './function-runner.ts'
import { createSandbox, startMsMax, taskMsMax, workersMax } from './sandbox.ts'

/** Workers in this thread. A function named `endless` never answers; a dead worker never answers at all. */
function setUp({ isDead = false } = {}) {
  const timers = new Set<{ readonly ms: number; readonly run: () => void }>()
  const started: { messages: ToWorker[]; hasEnded: boolean }[] = []
  const sandbox = createSandbox({
    after(ms, run) {
      const timer = { ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    startWorker(receive) {
      const worker = { messages: [] as ToWorker[], hasEnded: false }
      started.push(worker)
      let isBusy = isDead
      const endless = new Set<number>()
      const answer = (message: FromWorker) => {
        if (!worker.hasEnded) queueMicrotask(() => receive(message))
      }
      const handle = createRunner(answer)
      return {
        post(message) {
          worker.messages.push(message)
          if (isBusy) return
          if (message.kind === 'define' && message.text.body.includes('endless')) endless.add(message.fn)
          if (message.kind !== 'run') return handle(message)
          const at = message.tasks.findIndex(({ fn }) => endless.has(fn))
          handle({ ...message, tasks: at < 0 ? message.tasks : message.tasks.slice(0, at) })
          if (at < 0) return
          isBusy = true
          answer({ kind: 'begins', batch: message.batch, at })
        },
        end: () => {
          worker.hasEnded = true
        },
      }
    },
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  /** The deadline passes. */
  async function late(ms: number) {
    await settle()
    const due = [...timers].filter((timer) => timer.ms === ms)
    expect(due).toHaveLength(1)
    for (const timer of due) {
      timers.delete(timer)
      timer.run()
    }
    await settle()
  }
  return { sandbox, started, timers, settle, late }
}

const text = (body: string): FunctionText => ({ argNames: ['value'], body })
const one = (value: unknown): FunctionTask => ({ kind: 'each', calls: [[value]] })
const double = text('return value * 2')
const endless = text('endless')

test('calls of one turn go as one message; a function is sent once', async () => {
  const { sandbox, started, timers } = setUp()
  const widget = sandbox.open()
  const both = await Promise.all([widget.run(double, one(2)), widget.run(double, one(3))])
  expect(both.map(({ values }) => values)).toEqual([[4], [6]])
  expect((await widget.run(double, one(4))).values).toEqual([8])
  expect(started.map(({ messages }) => messages.map(({ kind }) => kind))).toEqual([['context', 'define', 'run', 'run']])
  expect(timers.size).toBe(0)
})

test('every widget has a worker of its own, and close ends it', async () => {
  const { sandbox, started } = setUp()
  const [a, b] = [sandbox.open(), sandbox.open()]
  await Promise.all([a.run(double, one(1)), b.run(double, one(1))])
  expect(started).toHaveLength(2)
  a.close()
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false])
  sandbox.close()
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
})

test('a function that does not end is stopped; calls behind it run, and after two stops it is not called', async () => {
  const { sandbox, started, late } = setUp()
  const widget = sandbox.open()
  await widget.run(double, one(1))
  const stuck = widget.run(endless, one(1))
  const behind = widget.run(double, one(5))
  await late(taskMsMax)
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false])
  await late(taskMsMax)
  expect((await behind).values).toEqual([10])
  expect(await stuck).toMatchObject({ values: [], fault: { kind: 'endless' } })
  expect((await widget.run(endless, one(1))).fault?.kind).toBe('endless')
  expect(started).toHaveLength(3)

  widget.retry()
  const again = widget.run(endless, one(1))
  await late(taskMsMax)
  await late(taskMsMax)
  expect((await again).fault?.kind).toBe('endless')
})

test('a worker that does not start fails its calls, and the next call tries again', async () => {
  const { sandbox, started, late } = setUp({ isDead: true })
  const widget = sandbox.open()
  const lost = widget.run(double, one(1))
  await late(startMsMax)
  expect(await lost).toMatchObject({ values: [], fault: { kind: 'unavailable' } })
  void widget.run(double, one(1))
  await late(startMsMax)
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
})

test('a new context reaches the worker before the next call', async () => {
  const { sandbox } = setUp()
  const widget = sandbox.open()
  const read = { argNames: ['ctx'], body: 'return ctx.name' }
  const none: FunctionTask = { kind: 'each', calls: [[]] }
  widget.setContext({ name: 'a' })
  expect((await widget.run(read, none)).values).toEqual(['a'])
  widget.setContext({ name: 'b' })
  expect((await widget.run(read, none)).values).toEqual(['b'])
})

test('workers are bounded: the one unused longest ends, and starts again when it is needed', async () => {
  const { sandbox, started } = setUp()
  const widgets = Array.from({ length: workersMax + 1 }, () => sandbox.open())
  for (const widget of widgets) await widget.run(double, one(1))
  expect(started.filter(({ hasEnded }) => hasEnded)).toEqual([started[0]])
  expect((await widgets[0]?.run(double, one(2)))?.values).toEqual([4])
  expect(started.filter(({ hasEnded }) => !hasEnded)).toHaveLength(workersMax)
})

const place = { states: [], params: { pump: 7 }, stateName: '', entity: null, elementId: '' }
const click = (body: string): FunctionText => ({ argNames: ['$event', 'widgetContext', 'entityName'], body })

test('code of an action asks the page, goes on with the answer, and returns what it promised', async () => {
  const { sandbox, settle } = setUp()
  const asked: unknown[] = []
  const body = `
    var flow = widgetContext.stateController.getStateParams().pump
    return widgetContext.dialogs.confirm(entityName, flow).pipe(
      widgetContext.rxjs.switchMap(function (yes) { return widgetContext.rxjs.of([yes, $event.type]) }))`
  const answer = (method: string, args: readonly unknown[]) => {
    asked.push([method, ...args])
    return method === 'confirm'
  }
  expect(await sandbox.open().runAction(click(body), ['Pump'], place, answer)).toEqual({ values: [], fault: null })
  await settle()
  await settle()
  expect(asked).toEqual([
    ['confirm', 'Pump', 7, undefined, undefined],
    ['return', [true, 'click']],
  ])
})

test('an action that fails later says so; a refused question reaches it as an error', async () => {
  const { sandbox, settle } = setUp()
  const asked: unknown[] = []
  const answer = (method: string, args: readonly unknown[]) => {
    asked.push([method, args])
    if (method === 'updateAliases') throw new Error('refused')
  }
  const body = `widgetContext.dialogs.alert('a').subscribe(function () { missing() })
    widgetContext.rxjs.of(1).pipe(widgetContext.rxjs.map(function () { throw new Error('mine') })).subscribe()`
  await sandbox.open().runAction(click(body), [''], place, answer)
  await settle()
  await settle()
  expect(asked).toContainEqual(['fail', [expect.objectContaining({ name: 'ReferenceError' })]])
  expect(asked).toContainEqual(['fail', [expect.objectContaining({ message: 'mine' })]])
})

test('a hostile action asks a bounded number of times, and nothing but plain data leaves it', async () => {
  const { sandbox, settle } = setUp()
  let questions = 0
  const widget = sandbox.open()
  const many = 'for (var i = 0; i < 1000; i++) widgetContext.showInfoToast(i)'
  await widget.runAction(click(many), [''], place, () => questions++)
  await settle()
  expect(questions).toBe(questionsMax)
  const late: unknown[] = []
  const huge = `widgetContext.dialogs.alert('x'.repeat(1e6)).subscribe(null, null)`
  await widget.runAction(click(huge), [''], place, (method) => late.push(method))
  await settle()
  expect(late).not.toContain('alert')
})

test('an endless action is stopped and not repeated', async () => {
  const { sandbox, started, late } = setUp()
  const widget = sandbox.open()
  // The worker has started, so the deadline is that of a task.
  await widget.run(double, one(1))
  const ended = widget.runAction(click('/* endless */'), [''], place, () => {})
  await late(taskMsMax)
  expect((await ended).fault?.kind).toBe('endless')
  expect(started[0]?.hasEnded).toBe(true)
  const again = started.slice(1).flatMap(({ messages }) => messages)
  expect(JSON.stringify(again)).not.toContain('"action"')
})
