/** The thread that runs user scripts: takes batches, answers them in order. */

import { parentPort, workerData } from 'node:worker_threads'
import type { FromScriptThread, ScriptThreadData, ToScriptThread } from './script-protocol.ts'
import { createSandbox, type SandboxResult, type ScriptSource } from './script-sandbox.ts'

const { limits, progress } = workerData as ScriptThreadData
const port = parentPort
if (!port) throw new Error('script-thread.ts runs as a worker thread.')

/** Results wait at most this long for those behind them, so that one slow call does not hold them up. */
const holdBackMs = 20

const sources = new Map<number, ScriptSource>()
const sandbox = await createSandbox(limits)

function run({ tenantId, sources: fresh, scripts, inputs }: Extract<ToScriptThread, { kind: 'run' }>) {
  for (const [script, source] of fresh) sources.set(script, source)
  let first = 0
  let results: SandboxResult[] = []
  let since = performance.now()
  for (let i = 0; i < scripts.length; i++) {
    Atomics.store(progress, 0, i)
    const script = scripts[i] as number
    const source = sources.get(script)
    results.push(source ? resultOf(tenantId, script, source, inputs[i] ?? null) : gone)
    if (sandbox.isBroken || performance.now() - since > holdBackMs) {
      send(first, results)
      first = i + 1
      results = []
      since = performance.now()
      if (sandbox.isBroken) return
    }
  }
  if (results.length > 0) send(first, results)
}

const gone: SandboxResult = {
  fault: 'gone',
  message: 'The script was removed while a message was on its way to it.',
}

const resultOf = (tenantId: string, script: number, source: ScriptSource, input: string | null): SandboxResult =>
  input === null ? sandbox.check(tenantId, source) : sandbox.run(tenantId, script, source, input)

function send(first: number, results: SandboxResult[]) {
  const message: FromScriptThread = { first, results, bytes: sandbox.bytes, isBroken: sandbox.isBroken }
  port?.postMessage(message)
}

port.on('message', (message: ToScriptThread) => {
  if (message.kind === 'run') return run(message)
  sources.delete(message.script)
  sandbox.drop(message.script)
})
