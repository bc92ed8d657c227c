/** Worker thread that runs user scripts: receives batches and answers the calls in order. */

import { parentPort, workerData } from 'node:worker_threads'
import { callsAfter, partsPerCall, type SandboxCalls } from './script-calls.ts'
import {
  type FromScriptThread,
  progressBatch,
  progressCall,
  progressIsExact,
  progressYield,
  type ScriptRun,
  type ScriptThreadData,
  type ToScriptThread,
} from './script-protocol.ts'
import { createSandbox, type SandboxFailure, type SandboxResults, type ScriptSource } from './script-sandbox.ts'

const { limits, progress } = workerData as ScriptThreadData
const port = parentPort
if (!port) throw new Error('script-thread.ts runs as a worker thread.')

/** Index, within the batch, of the first call in the sandbox. */
let base = 0

const sources = new Map<number, ScriptSource>()
const sandbox = await createSandbox(limits, (index) => Atomics.store(progress, progressCall, base + index))

async function run(tenantId: string, runs: readonly ScriptRun[]) {
  base = 0
  for (const { script, ...all } of runs) {
    let calls: SandboxCalls = all
    while (calls.lengths.length > 0) {
      if (Atomics.load(progress, progressYield) === 1) return send(base, { texts: [], faults: [] }, 0, true)
      const started = performance.now()
      const count = calls.lengths.length / partsPerCall
      Atomics.store(progress, progressCall, base)
      Atomics.store(progress, progressIsExact, count === 1 ? 1 : 0)
      const source = sources.get(script)
      const results = source ? await sandbox.run(tenantId, script, source, calls) : failed(gone)
      send(base, results, performance.now() - started)
      base += results.texts.length
      calls = callsAfter(calls, results.texts.length)
    }
  }
}

const gone: SandboxFailure = {
  fault: 'gone',
  message: 'The script was removed while a message was on its way to it.',
}

/** Result of one failed call. */
const failed = (failure: SandboxFailure): SandboxResults => ({ texts: [''], faults: [[0, failure]] })

async function check(tenantId: string, source: ScriptSource) {
  Atomics.store(progress, progressCall, 0)
  Atomics.store(progress, progressIsExact, 1)
  const started = performance.now()
  const failure = await sandbox.check(tenantId, source)
  send(0, failure ? failed(failure) : { texts: [''], faults: [] }, performance.now() - started)
}

function send(first: number, results: SandboxResults, ms: number, isYielded = false) {
  // Posting copies a substring, so it doesn't retain the whole output text.
  const message: FromScriptThread = { ...results, first, isYielded, ms }
  port?.postMessage(message)
}

/** Messages are processed one after the other; an exception ends the thread. */
let before: Promise<void> = Promise.resolve()
port.on('message', (message: ToScriptThread) => {
  before = before.then(() => take(message))
})

async function take(message: ToScriptThread): Promise<void> {
  if (message.kind !== 'drop') Atomics.store(progress, progressBatch, message.batch)
  switch (message.kind) {
    case 'run':
      for (const [script, source] of message.sources) sources.set(script, source)
      return run(message.tenantId, message.runs)
    case 'check':
      return check(message.tenantId, message.source)
    case 'drop':
      sources.delete(message.script)
      return sandbox.drop(message.script)
  }
}
