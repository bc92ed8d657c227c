/**
 * Messages between the page and the worker that runs the functions of a widget's settings. Everything is plain data:
 * a function exists only as text on one side and as code on the other.
 */

/** A function of the settings: body of a JavaScript function and the names of its arguments. */
export interface FunctionText {
  readonly argNames: readonly string[]
  readonly body: string
}

/** Previous point of a series: times in epoch ms, values before and after the function. Zeros before the first one. */
export interface PreviousPoint {
  readonly ts: number
  readonly value: unknown
  readonly result: unknown
}

interface PlacedState {
  readonly id: string | null
  readonly params: Readonly<Record<string, unknown>>
}

/** Where the user clicked. */
export interface ActionPlace {
  /** Stack of open states. */
  readonly states: readonly PlacedState[]
  readonly params: Readonly<Record<string, unknown>>
  readonly stateName: string
  readonly entity: { readonly id: unknown; readonly name: string; readonly label: string } | null
  /** ID of the clicked element. */
  readonly elementId: string
}

/**
 * What is done with a function. `each`: one call per list of arguments; an argument named `ctx` or `widgetContext` is the
 * widget's context and isn't in the list. `points`: post-processing of a series, oldest point first. `times`: values
 * that a function makes up, each from its time and the value before. `action`: one call for a click, whose
 * `widgetContext` can ask the page; `$event` isn't in the list either. `answer`: what the page answers to it.
 * `drawing`: one call of a function that draws; its `ctx` takes the steps of the path down, which are the result.
 */
export type FunctionTask =
  | { readonly kind: 'each'; readonly calls: readonly (readonly unknown[])[] }
  | {
      readonly kind: 'action'
      readonly action: number
      readonly args: readonly unknown[]
      readonly place: ActionPlace
    }
  | {
      readonly kind: 'answer'
      readonly action: number
      readonly call: number
      readonly value: unknown
      /** Null: it didn't fail. */
      readonly error: string | null
    }
  | {
      readonly kind: 'points'
      readonly ts: readonly number[]
      readonly values: readonly unknown[]
      readonly previous: PreviousPoint
    }
  | { readonly kind: 'drawing'; readonly args: readonly unknown[] }
  | { readonly kind: 'times'; readonly ts: readonly number[]; readonly previous: unknown }

/** Methods of a canvas that a drawing may call; a step of its path is one of them with its numbers. */
export const pathMethods = [
  'moveTo',
  'lineTo',
  'closePath',
  'rect',
  'arc',
  'arcTo',
  'ellipse',
  'quadraticCurveTo',
  'bezierCurveTo',
] as const

export type PathMethod = (typeof pathMethods)[number]

/** Maximum number of steps of a path. */
export const pathStepsMax = 500

/** Maximum number of questions of an action to the page. */
export const questionsMax = 100

export interface FunctionFault {
  /**
   * `endless`: stopped at the deadline. `unusable`: returned something that can't leave the sandbox. `unavailable`: the
   * sandbox doesn't start.
   */
  readonly kind: 'notCompiled' | 'threw' | 'endless' | 'unusable' | 'unavailable'
  /** Name of the error class; empty for the last three kinds. */
  readonly name: string
  readonly message: string
  /** Position in the body, from 1; null if unknown. */
  readonly line: number | null
  readonly column: number | null
}

/** Results of a task, in its order; a failed call has `undefined`. `fault`: of the first call that failed. */
export interface FunctionResults {
  readonly values: readonly unknown[]
  readonly fault: FunctionFault | null
}

export interface NumberedTask {
  /** Number of the function, known from an earlier `define`. */
  readonly fn: number
  readonly task: FunctionTask
}

export type ToWorker =
  | { readonly kind: 'context'; readonly context: Readonly<Record<string, unknown>> }
  | { readonly kind: 'define'; readonly fn: number; readonly text: FunctionText }
  | { readonly kind: 'run'; readonly batch: number; readonly tasks: readonly NumberedTask[] }

export type FromWorker =
  /** The task at this index begins: its deadline counts from now. */
  | { readonly kind: 'begins'; readonly batch: number; readonly at: number }
  | { readonly kind: 'done'; readonly batch: number; readonly at: number; readonly results: FunctionResults }
  /** An action asks the page. Method `return`: what its function returned; `fail`: the fault of code that ran later. */
  | {
      readonly kind: 'asks'
      readonly action: number
      readonly call: number
      readonly method: string
      readonly args: readonly unknown[]
    }

/** From the page to the frame. A `start` carries the port of the new worker. */
export type ToFrame =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'start'; readonly id: number }
  | { readonly kind: 'end'; readonly id: number }

/** From the frame to the page, once: the frame listens. */
export const frameReady = 'sonde sandbox ready'
