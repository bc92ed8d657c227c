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

/**
 * What is done with a function. `each`: one call per list of arguments; an argument named `ctx` is the widget's context
 * and isn't in the list. `points`: post-processing of a series, oldest point first. `times`: values that a function
 * makes up, each from its time and the value before.
 */
export type FunctionTask =
  | { readonly kind: 'each'; readonly calls: readonly (readonly unknown[])[] }
  | {
      readonly kind: 'points'
      readonly ts: readonly number[]
      readonly values: readonly unknown[]
      readonly previous: PreviousPoint
    }
  | { readonly kind: 'times'; readonly ts: readonly number[]; readonly previous: unknown }

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

/** From the page to the frame. A `start` carries the port of the new worker. */
export type ToFrame =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'start'; readonly id: number }
  | { readonly kind: 'end'; readonly id: number }

/** From the frame to the page, once: the frame listens. */
export const frameReady = 'sonde sandbox ready'
