/**
 * The storage worker: owns the database file and answers the main thread, one request after the other. Who started it
 * ends it; until then it may open another store after it has closed one.
 */

import { type MessagePort, parentPort } from 'node:worker_threads'
import { DataFolderError } from '../data-folder.ts'
import { type GuardedWriter, openGuardedWriter } from './guarded-writer.ts'
import type { FromWriter, Group, OpenStore, ReadRangeWithHeads, ReadStats, ToWriter } from './worker-protocol.ts'

/** How often a full disk is asked whether there is room again. */
const recoveryMs = 500
/** How often space is kept for a full disk where there is none kept; the first time not at once, for a quick start. */
const reserveMs = 3_000

const main = parentPort as MessagePort
const answer = (message: FromWriter) => main.postMessage(message)

function serve(writer: GuardedWriter): (request: ToWriter) => void {
  let recovery: NodeJS.Timeout | undefined
  const keeping = setInterval(() => writer.keepReserve(), reserveMs)
  /** Of the reader that was started last. */
  let reader: MessagePort | undefined

  function recover() {
    const outcome = writer.recover()
    if (!outcome) return
    if (writer.isWell || (outcome.kind === 'failed' && !outcome.isTemporary)) {
      clearInterval(recovery)
      recovery = undefined
    }
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

  answer(writer.ready)
  return (request) => {
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
        clearInterval(keeping)
        writer.close()
        reader?.close()
        answer({ kind: 'closed' })
    }
  }
}

let store: ((request: ToWriter) => void) | null = null

main.on('message', (request: OpenStore | ToWriter) => {
  if (request.kind !== 'open') {
    store?.(request)
    if (request.kind === 'close') store = null
    return
  }
  try {
    store = serve(openGuardedWriter(request.options))
  } catch (error) {
    const { message } = error as Error
    answer({ kind: 'refused', folder: error instanceof DataFolderError, message })
  }
})
