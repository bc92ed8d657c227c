/** What the main thread and a script thread say to each other. */

import type { SandboxResult, ScriptLimits, ScriptSource } from './script-sandbox.ts'

export interface ScriptThreadData {
  readonly limits: ScriptLimits
  /** Shared: the index of the call that the thread is at. */
  readonly progress: Int32Array
}

export type ToScriptThread =
  | {
      readonly kind: 'run'
      readonly tenantId: string
      /** Sources of scripts that this thread has not seen. */
      readonly sources: readonly (readonly [number, ScriptSource])[]
      readonly scripts: readonly number[]
      /** null: the script is compiled and not run. */
      readonly inputs: readonly (string | null)[]
    }
  | { readonly kind: 'drop'; readonly script: number }

/** Results of the calls from index `first` on; the batch ends when all have come. */
export interface FromScriptThread {
  readonly first: number
  readonly results: readonly SandboxResult[]
  readonly bytes: number
  readonly isBroken: boolean
}
