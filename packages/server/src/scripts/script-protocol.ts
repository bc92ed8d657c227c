/** What the main thread and a script thread say to each other. */

import type { SandboxCalls } from './script-calls.ts'
import type { SandboxResults, ScriptLimits, ScriptSource } from './script-sandbox.ts'

export interface ScriptThreadData {
  readonly limits: ScriptLimits
  /** Shared: `progressCall`, `progressIsExact`, `progressBatch` and `progressYield`. */
  readonly progress: Int32Array
}

/** Where `progress` holds the index of the call, within the batch, that the thread was seen at. */
export const progressCall = 0
/** Where it holds 1 when no other call can have begun since. */
export const progressIsExact = 1
/** Where it holds the number of that batch. */
export const progressBatch = 2
/** Where the main thread sets 1 when the tenant's turn is over: what has not begun is given back. */
export const progressYield = 3
export const progressSlots = 4

/** Calls of one script, in the order of the batch. */
export interface ScriptRun extends SandboxCalls {
  readonly script: number
}

export type ToScriptThread =
  | {
      readonly kind: 'run'
      readonly batch: number
      readonly tenantId: string
      /** Sources of scripts that this thread has not seen. */
      readonly sources: readonly (readonly [number, ScriptSource])[]
      readonly runs: readonly ScriptRun[]
    }
  /** Compiles and runs nothing; a batch of its own, answered with one result. */
  | { readonly kind: 'check'; readonly batch: number; readonly tenantId: string; readonly source: ScriptSource }
  | { readonly kind: 'drop'; readonly script: number }

/** Results of the calls from index `first` on; the batch ends when all have come, or are given back. */
export interface FromScriptThread extends SandboxResults {
  readonly first: number
  /** The rest of the batch has not begun: it is another tenant's turn. */
  readonly isYielded: boolean
  /** Time that these calls took, ms. */
  readonly ms: number
}
