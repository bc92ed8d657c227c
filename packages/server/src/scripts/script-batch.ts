/**
 * Batches of script calls for a script thread: their size, their message, and which call of a batch the thread is
 * running.
 *
 * Tenant turns and threads are managed by the pool (script-pool.ts).
 */

import {
  type FromScriptThread,
  progressBatch,
  progressCall,
  progressIsExact,
  type ScriptRun,
  type ToScriptThread,
} from './script-protocol.ts'
import { ScriptError, type ScriptFault } from './script-results.ts'
import type { ScriptSource } from './script-sandbox.ts'

/** Maximum calls per batch, and maximum UTF-16 units of their texts, not counting the last call. */
export const batchCallsMax = 128
export const batchUnitsMax = 64 * 1024
/** Calls are split into two batches only if each batch gets at least this many. */
export const batchCallsMin = 16

export interface PooledScript {
  readonly id: number
  readonly tenantId: string
  readonly source: ScriptSource
  /** Called at the end of each run, with null or with the reason for the failure. */
  ended(fault: ScriptFault | null): void
}

/** Arguments of a script call. */
export interface ScriptCallInput {
  /** The unparsed payload; the script gets it parsed. */
  readonly data: string
  /** JSON text; empty if the script doesn't read the metadata. */
  readonly metadata: string
  readonly type: string
}

export interface ScriptCall {
  readonly script: PooledScript
  /** Null: compile only. */
  readonly input: ScriptCallInput | null
  readonly resolve: (text: string) => void
  readonly reject: (error: ScriptError) => void
  /** The call was on a thread that had to be terminated; it runs alone from now on. */
  isSuspect: boolean
}

export interface ScriptBatch {
  readonly number: number
  readonly calls: readonly ScriptCall[]
  answered: number
}

/**
 * Number of waiting calls, in order, that form the next batch. A compile check or a suspect call forms a batch alone.
 * The
 * first batch of a turn takes at most half of the calls if there are many, so that the second batch is received while
 * the
 * first one runs.
 */
export function batchSize(waiting: readonly ScriptCall[], isFirst: boolean): number {
  const { length } = waiting
  const most = isFirst && length >= 2 * batchCallsMin ? length >> 1 : length
  const callsMax = Math.min(most, batchCallsMax)
  let units = 0
  for (let i = 0; i < callsMax; i++) {
    const { input, isSuspect } = waiting[i] as ScriptCall
    if (input === null || isSuspect) return Math.max(i, 1)
    if (units > batchUnitsMax) return i
    units += input.data.length + input.metadata.length
  }
  return callsMax
}

/**
 * The thread message for a batch. `known` are the scripts whose sources the thread has; newly sent scripts are added.
 */
export function messageOf(known: Set<number>, tenantId: string, { number, calls }: ScriptBatch): ToScriptThread {
  const first = calls[0] as ScriptCall
  if (first.input === null) return { kind: 'check', batch: number, tenantId, source: first.script.source }
  const sources: [number, ScriptSource][] = []
  const runs: ScriptRun[] = []
  let from = 0
  for (let i = 1; i <= calls.length; i++) {
    const { script } = calls[from] as ScriptCall
    if (calls[i]?.script === script) continue
    if (!known.has(script.id)) {
      known.add(script.id)
      sources.push([script.id, script.source])
    }
    runs.push(runOf(script, calls, from, i))
    from = i
  }
  return { kind: 'run', batch: number, tenantId, sources, runs }
}

function runOf(script: PooledScript, calls: readonly ScriptCall[], from: number, to: number): ScriptRun {
  const lengths: number[] = []
  let text = ''
  for (let i = from; i < to; i++) {
    const { input } = calls[i] as ScriptCall
    if (!input) continue
    text += input.data + input.metadata + input.type
    lengths.push(input.data.length, input.metadata.length, input.type.length)
  }
  return { script: script.id, text, lengths }
}

/** Resolves or rejects the calls that the thread answered. */
export function settle(batch: ScriptBatch, { first, texts, faults }: FromScriptThread) {
  let fault = 0
  for (let i = 0; i < texts.length; i++) {
    const call = batch.calls[first + i] as ScriptCall
    const failure = faults[fault]?.[0] === i ? faults[fault++]?.[1] : undefined
    if (failure) fail(call, new ScriptError(failure.fault, failure.message))
    else {
      if (call.input) call.script.ended(null)
      call.resolve(texts[i] as string)
    }
  }
  batch.answered = first + texts.length
}

export function fail({ script, input, reject }: ScriptCall, error: ScriptError) {
  if (input) script.ended(error.fault)
  reject(error)
}

export const unansweredCalls = ({ calls, answered }: ScriptBatch): readonly ScriptCall[] => calls.slice(answered)

/** The call that the thread is running; null if it's unknown. In a batch of one call it's always known. */
export function guiltyCall(progress: Int32Array, batch: ScriptBatch | undefined): ScriptCall | null {
  if (batch?.number !== Atomics.load(progress, progressBatch)) return null
  if (batch.calls.length === 1) return batch.calls[0] ?? null
  if (Atomics.load(progress, progressIsExact) === 0) return null
  return batch.calls[Atomics.load(progress, progressCall)] ?? null
}
