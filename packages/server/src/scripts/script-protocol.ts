/** Messages between the main thread and a script thread. */

import type { SandboxCalls } from './script-calls.ts'
import type { SandboxResults, ScriptLimits, ScriptSource } from './script-sandbox.ts'

export interface ScriptThreadData {
  readonly limits: ScriptLimits
  /** Shared memory with the slots `progressCall`, `progressIsExact`, `progressBatch` and `progressYield`. */
  readonly progress: Int32Array
}

/** Slot of the index, within its batch, of the last observed call. */
export const progressCall = 0
/** Slot that is 1 if no later call can have started, so that the observed call is the running one. */
export const progressIsExact = 1
/** Slot of the number of that batch. */
export const progressBatch = 2
/** Slot that the main thread sets to 1 when the tenant's time slice ended: calls that haven't started are returned. */
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
      /** Sources of scripts that this thread doesn't have yet. */
      readonly sources: readonly (readonly [number, ScriptSource])[]
      readonly runs: readonly ScriptRun[]
    }
  /** Compiles without running. Forms a batch alone and is answered with one result. */
  | { readonly kind: 'check'; readonly batch: number; readonly tenantId: string; readonly source: ScriptSource }
  | { readonly kind: 'drop'; readonly script: number }

/** Results of the calls from index `first` on. The batch ends when all calls are answered or returned. */
export interface FromScriptThread extends SandboxResults {
  readonly first: number
  /** The remaining calls of the batch haven't started and are returned, because the time slice ended. */
  readonly isYielded: boolean
  /** Time taken by these calls, ms. */
  readonly ms: number
}
