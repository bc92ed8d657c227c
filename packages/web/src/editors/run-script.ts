/** Runs a script in a new sandbox worker and terminates it. */

import type { ScriptOutcome, ScriptRunner } from './script-outcome.ts'

/** Time limit in ms; a script that runs longer counts as endless. */
const runMsMax = 1000

export const runScript: ScriptRunner = (run) =>
  new Promise<ScriptOutcome>((resolve, reject) => {
    const worker = new Worker(new URL('./script-sandbox.ts', import.meta.url), { type: 'module' })
    const end = (outcome: ScriptOutcome) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(outcome)
    }
    const timer = setTimeout(() => end({ kind: 'endless' }), runMsMax)
    worker.addEventListener('message', ({ data }: MessageEvent<ScriptOutcome>) => end(data))
    worker.addEventListener('error', (event) => {
      clearTimeout(timer)
      worker.terminate()
      reject(new Error(event.message || 'The sandbox of scripts could not be started.'))
    })
    worker.postMessage(run)
  })
