/** The storage worker: owns the database file and answers the main thread, one request after the other. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DataFolderError } from '../data-folder.ts'
import { type GuardedWriter, openGuardedWriter } from './guarded-writer.ts'
import type { FromWriter, Group, ReadRangeWithHeads, ReadStats, ToWriter, WriterOptions } from './worker-protocol.ts'

/** How often a full disk is asked whether there is room again. */
const recoveryMs = 500

const { options } = workerData as { options: WriterOptions }
/** Of the reader that was started last. */
let reader: MessagePort | undefined
const main = parentPort as MessagePort
const answer = (message: FromWriter) => main.postMessage(message)

function serve(writer: GuardedWriter) {
  let recovery: NodeJS.Timeout | undefined

  function recover() {
    const outcome = writer.recover()
    if (!outcome) return
    clearInterval(recovery)
    recovery = undefined
    answer(outcome)
  }

  function commit(group: Group) {
    const result = writer.commit(group)
    // The answer first: what follows is nothing that its callers wait for.
    if (result) answer(result)
    const failure = result?.kind === 'committed' ? writer.tidy() : result
    if (!failure) return
    if (failure !== result) answer(failure)
    if (failure.kind === 'failed' && failure.isTemporary) recovery ??= setInterval(recover, recoveryMs)
  }

  main.on('message', (request: ToWriter) => {
    switch (request.kind) {
      case 'group':
        commit(request)
        break
      case 'reader':
        reader?.close()
        reader = request.port
        break
      case 'range':
        reader?.postMessage({ ...request, heads: writer.heads(request.series) } satisfies ReadRangeWithHeads)
        break
      case 'stats':
        reader?.postMessage({ ...request, headPoints: writer.headPoints } satisfies ReadStats)
        break
      case 'close':
        clearInterval(recovery)
        writer.close()
        answer({ kind: 'closed' })
        main.close()
        reader?.close()
    }
  })
  answer(writer.ready)
}

try {
  serve(openGuardedWriter(options))
} catch (error) {
  const { message } = error as Error
  answer({ kind: 'refused', folder: error instanceof DataFolderError, message })
  main.close()
}
