/**
 * Runs functions of widget settings outside of the page: in a hidden frame with an opaque origin, in one worker per
 * widget, so that a function sees neither the page nor the data of other widgets. Calls of one turn go as one message.
 *
 * A function that takes too long is stopped with its worker; the calls behind it run in a new one. If it takes too long
 * twice in a row, it isn't called until `retry`.
 */

import {
  type ActionPlace,
  type FromWorker,
  type FunctionResults,
  type FunctionTask,
  type FunctionText,
  questionsMax,
  type ToWorker,
} from './function-protocol.ts'

/** Time limit of one task, ms. */
export const taskMsMax = 1500
/** Time limit for the first message of a worker, ms: its code may still be on its way from the server. */
export const startMsMax = 30_000
/** Maximum number of workers; the one that was used least recently ends first, and starts again when it's needed. */
export const workersMax = 24
/** Maximum number of stops in a row before a function isn't called any more. */
const stopsMax = 2

export interface FunctionWorker {
  post(message: ToWorker): void
  /** Ends the worker, even if it never answers. */
  end(): void
}

export interface SandboxDeps {
  readonly startWorker: (receive: (message: FromWorker) => void) => FunctionWorker
  /** Calls `run` after some ms; returns a function that prevents it. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Answers what an action asks. Its rejections reach the action as errors. */
export type AnswerAction = (method: string, args: readonly unknown[]) => unknown

export interface WidgetFunctions {
  /** Rejects never; after `close`, the promise stays pending. */
  run(text: FunctionText, task: FunctionTask): Promise<FunctionResults>
  /** Runs a function for a click. `args`: without `$event` and `widgetContext`. */
  runAction(
    text: FunctionText,
    args: readonly unknown[],
    place: ActionPlace,
    answer: AnswerAction,
  ): Promise<FunctionResults>
  /** Data for functions with an argument `ctx`; see `createContext`. */
  setContext(context: Readonly<Record<string, unknown>>): void
  /** Calls stopped functions again. */
  retry(): void
  close(): void
}

export interface Sandbox {
  open(): WidgetFunctions
  close(): void
}

interface Call {
  readonly text: FunctionText
  readonly task: FunctionTask
  /** Of an action. */
  readonly answer?: AnswerAction
  readonly resolve: (results: FunctionResults) => void
}

interface Running {
  readonly worker: FunctionWorker
  /** Numbers of the functions that this worker knows. */
  readonly known: Map<string, number>
  /** It has sent a message. */
  hasStarted: boolean
  /** Actions that ran in it and may still ask. */
  readonly actions: Map<number, RunAction>
}

interface RunAction {
  readonly text: FunctionText
  readonly answer: AnswerAction
  questions: number
}

const failed = (kind: 'endless' | 'unavailable'): FunctionResults => ({
  values: [],
  fault: { kind, name: '', message: '', line: null, column: null },
})

/** Ends after everything that runs before it. */
const nothing: FunctionTask = { kind: 'each', calls: [] }

const isOfAction = ({ task }: Call): boolean => task.kind === 'action' || task.kind === 'answer'

export function createSandbox({ startWorker, after }: SandboxDeps): Sandbox {
  /** Widgets with a worker, least recently used first. */
  const running = new Map<object, () => void>()
  const widgets = new Set<WidgetFunctions>()

  function used(owner: object, end: () => void) {
    running.delete(owner)
    running.set(owner, end)
    if (running.size <= workersMax) return
    const [oldest] = running
    oldest?.[1]()
  }

  function open(): WidgetFunctions {
    const owner = {}
    let context: Readonly<Record<string, unknown>> = {}
    let current: Running | null = null
    let waiting: Call[] = []
    /** Calls of the message that the worker is answering, and how many are answered. */
    let sent: { readonly batch: number; readonly calls: readonly Call[]; answered: number } | null = null
    let batches = 0
    let actionIds = 0
    let isScheduled = false
    let isClosed = false
    let cancelDeadline = () => {}
    const stops = new Map<string, number>()

    const nameOf = ({ argNames, body }: FunctionText) => `${argNames.join()} ${body}`
    const isStopped = ({ text }: Call) => (stops.get(nameOf(text)) ?? 0) >= stopsMax

    function end() {
      cancelDeadline()
      current?.worker.end()
      current = null
      running.delete(owner)
      // Unanswered calls go to the next worker.
      if (sent) waiting.unshift(...sent.calls.slice(sent.answered))
      sent = null
    }

    function worker(): Running {
      if (!current) {
        const started: Running = {
          worker: startWorker((message) => {
            if (current === started) receive(message)
          }),
          known: new Map(),
          hasStarted: false,
          actions: new Map(),
        }
        current = started
        started.worker.post({ kind: 'context', context })
      }
      used(owner, () => {
        end()
        schedule()
      })
      return current
    }

    function schedule() {
      if (isScheduled || waiting.length === 0) return
      isScheduled = true
      queueMicrotask(() => {
        isScheduled = false
        if (!isClosed && !sent) send()
      })
    }

    function send() {
      for (const call of waiting) if (isStopped(call)) call.resolve(failed('endless'))
      const calls = waiting.filter((call) => !isStopped(call))
      waiting = []
      if (calls.length === 0) return
      const { worker: to, known, actions } = worker()
      const tasks = calls.map(({ text, task, answer }) => {
        if (task.kind === 'action' && answer) actions.set(task.action, { text, answer, questions: 0 })
        const name = nameOf(text)
        let fn = known.get(name)
        if (fn === undefined) {
          fn = known.size
          known.set(name, fn)
          to.post({ kind: 'define', fn, text })
        }
        return { fn, task }
      })
      sent = { batch: batches++, calls, answered: 0 }
      to.post({ kind: 'run', batch: sent.batch, tasks })
      startDeadline()
    }

    function startDeadline() {
      cancelDeadline()
      const hasStarted = current?.hasStarted ?? false
      cancelDeadline = after(hasStarted ? taskMsMax : startMsMax, () => {
        const late = sent?.calls[sent.answered]
        if (!sent || !late) return
        if (hasStarted) {
          const name = nameOf(late.text)
          stops.set(name, (stops.get(name) ?? 0) + 1)
          // A click counts once, and answers are for the worker that ends.
          if (isOfAction(late)) {
            late.resolve(failed('endless'))
            sent.answered++
          }
        } else {
          for (const { resolve } of sent.calls) resolve(failed('unavailable'))
          sent = null
        }
        end()
        schedule()
      })
    }

    /** The worker is hostile: what it asks is bounded here and checked by the one who answers. */
    async function answer({ action, call, method, args }: Extract<FromWorker, { kind: 'asks' }>) {
      const asking = current
      const asked = asking?.actions.get(action)
      if (!asked || ++asked.questions > questionsMax) return
      let value: unknown = null
      let error: string | null = null
      try {
        value = await asked.answer(method, args)
      } catch (reason) {
        error = reason instanceof Error ? reason.message : String(reason)
      }
      if (isClosed || current !== asking) return
      await functions.run(asked.text, { kind: 'answer', action, call, value, error })
      // Code that runs with the answer has the same deadline.
      void functions.run(asked.text, nothing)
    }

    function receive(message: FromWorker) {
      if (current) current.hasStarted = true
      if (message.kind === 'asks') return void answer(message)
      if (!sent || message.batch !== sent.batch || message.at !== sent.answered) return
      if (message.kind === 'begins') return startDeadline()
      const call = sent.calls[sent.answered++]
      if (call) {
        stops.delete(nameOf(call.text))
        call.resolve(message.results)
      }
      if (sent.answered < sent.calls.length) return
      cancelDeadline()
      sent = null
      schedule()
    }

    const functions: WidgetFunctions = {
      run: (text, task) =>
        new Promise((resolve) => {
          if (isClosed) return
          waiting.push({ text, task, resolve })
          schedule()
        }),
      async runAction(text, args, place, answerAction) {
        if (isClosed) return new Promise(() => {})
        // A click tries again.
        stops.delete(nameOf(text))
        const task = { kind: 'action', action: actionIds++, args, place } as const
        const results = await new Promise<FunctionResults>((resolve) => {
          waiting.push({ text, task, answer: answerAction, resolve })
          schedule()
        })
        void functions.run(text, nothing)
        return results
      },
      setContext(next) {
        context = next
        current?.worker.post({ kind: 'context', context })
      },
      retry: () => stops.clear(),
      close() {
        end()
        isClosed = true
        waiting = []
        widgets.delete(functions)
      },
    }
    widgets.add(functions)
    return functions
  }

  return {
    open,
    close() {
      for (const functions of [...widgets]) functions.close()
    },
  }
}
