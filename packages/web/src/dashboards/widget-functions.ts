/**
 * Functions in the settings of an open dashboard's widgets: runs them in the sandbox, which is loaded with the first
 * one, and keeps what failed.
 */

import type {
  ActionPlace,
  FunctionFault,
  FunctionResults,
  FunctionTask,
  FunctionText,
} from '../sandbox/function-protocol.ts'
import type { AnswerAction, Sandbox, WidgetFunctions } from '../sandbox/sandbox.ts'

/** A function, and the name of its setting with that of the key: shown with a fault. */
export interface NamedFunction extends FunctionText {
  readonly setting: string
  /** Label of the data key that has the setting; empty: the widget itself. */
  readonly of: string
}

export interface NamedFault extends FunctionFault {
  readonly setting: string
  readonly of: string
}

export interface CallResult {
  /** Undefined if it failed, or returned nothing. */
  readonly value: unknown
  readonly fault: NamedFault | null
}

export interface DashboardFunctions {
  /** Runs a task; a call that failed has the result `undefined`. Rejects never. */
  run(widgetId: string, named: NamedFunction, task: FunctionTask): Promise<readonly unknown[]>
  /** Calls a function once, for something that depends on whether it failed. Rejects never. */
  call(widgetId: string, named: NamedFunction, args: readonly unknown[]): Promise<CallResult>
  /** Runs a function for a click, whose code asks `answer`. Null: it didn't fail. Rejects never. */
  runAction(
    widgetId: string,
    text: FunctionText,
    args: readonly unknown[],
    place: ActionPlace,
    answer: AnswerAction,
  ): Promise<FunctionFault | null>
  /** Faults of the last runs; the same list until it changes. */
  faults(widgetId: string): readonly NamedFault[]
  /** Calls functions again that were stopped. */
  retry(widgetId: string): void
  /** Ends the worker of a widget that isn't shown any more. */
  forget(widgetId: string): void
  close(): void
}

export interface FunctionDeps {
  readonly load: () => Promise<Sandbox>
  readonly contextOf: (widgetId: string) => Readonly<Record<string, unknown>>
  /** The faults of a widget changed. */
  readonly onFaults: (widgetId: string) => void
}

interface Known {
  /** Null after the sandbox failed to load: the next run tries again. */
  functions: Promise<WidgetFunctions> | null
  faults: readonly NamedFault[]
}

const noFaults: readonly NamedFault[] = []
const unavailable: FunctionResults = {
  values: [],
  fault: { kind: 'unavailable', name: '', message: '', line: null, column: null },
}

export function createDashboardFunctions({ load, contextOf, onFaults }: FunctionDeps): DashboardFunctions {
  const widgets = new Map<string, Known>()
  let loading: Promise<Sandbox> | null = null
  let isClosed = false

  function sandbox(): Promise<Sandbox> {
    loading ??= load().catch((error: unknown) => {
      // The next call tries to load it again.
      loading = null
      throw error
    })
    return loading
  }

  function widget(widgetId: string): Known & { functions: Promise<WidgetFunctions> } {
    const known = widgets.get(widgetId) ?? { functions: null, faults: noFaults }
    widgets.set(widgetId, known)
    if (!known.functions) {
      known.functions = sandbox().then((loaded) => {
        const opened = loaded.open()
        opened.setContext(contextOf(widgetId))
        return opened
      })
      known.functions.catch(() => {
        known.functions = null
      })
    }
    return known as Known & { functions: Promise<WidgetFunctions> }
  }

  function note(widgetId: string, known: Known, { setting, of }: NamedFunction, fault: FunctionFault | null) {
    const before = known.faults.find((one) => one.setting === setting && one.of === of)
    if (!before && !fault) return
    const others = known.faults.filter((one) => one !== before)
    const next = fault ? [...others, { ...fault, setting, of }] : others
    if (before && fault && JSON.stringify(before) === JSON.stringify({ ...fault, setting, of })) return
    known.faults = next
    onFaults(widgetId)
  }

  async function results(widgetId: string, named: NamedFunction, task: FunctionTask): Promise<FunctionResults> {
    const known = widget(widgetId)
    const { argNames, body } = named
    const made = await known.functions
      .then((functions) => functions.run({ argNames, body }, task))
      .catch(() => unavailable)
    note(widgetId, known, named, made.fault)
    return made
  }

  const end = ({ functions }: Known) => void functions?.then((opened) => opened.close()).catch(() => {})

  return {
    async run(widgetId, named, task) {
      return isClosed ? [] : (await results(widgetId, named, task)).values
    },
    async call(widgetId, named, args) {
      const { values, fault } = isClosed ? unavailable : await results(widgetId, named, { kind: 'each', calls: [args] })
      const { setting, of } = named
      return { value: values[0], fault: fault && { ...fault, setting, of } }
    },
    async runAction(widgetId, text, args, place, answer) {
      if (isClosed) return null
      const { fault } = await widget(widgetId)
        .functions.then((functions) => functions.runAction(text, args, place, answer))
        .catch(() => unavailable)
      return fault
    },
    faults: (widgetId) => widgets.get(widgetId)?.faults ?? noFaults,
    retry(widgetId) {
      void widgets
        .get(widgetId)
        ?.functions?.then((functions) => functions.retry())
        .catch(() => {})
    },
    forget(widgetId) {
      const known = widgets.get(widgetId)
      if (known) end(known)
      widgets.delete(widgetId)
    },
    close() {
      isClosed = true
      for (const known of widgets.values()) end(known)
      widgets.clear()
      void loading?.then((loaded) => loaded.close()).catch(() => {})
    },
  }
}
