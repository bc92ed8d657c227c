/**
 * The storage worker: owns the database file and handles requests of the main thread one after the other. After closing
 * a store it can open another one; the thread that started it terminates it.
 */

import { type MessagePort, parentPort } from 'node:worker_threads'
import { DataFolderError } from '../data-folder.ts'
import { type GuardedWriter, openGuardedWriter } from './guarded-writer.ts'
import type { FromWriter, Group, OpenStore, ReadRangeWithHeads, ReadStats, ToWriter } from './worker-protocol.ts'

/** Interval at which a full disk is checked for free space. */
const recoveryMs = 500
/** Interval at which a missing disk reserve is created. The first attempt is delayed too, for a quick start. */
const reserveMs = 3_000

const main = parentPort as MessagePort
const answer = (message: FromWriter) => main.postMessage(message)

function serve(writer: GuardedWriter): (request: ToWriter) => void {
  let recovery: NodeJS.Timeout | undefined
  const keeping = setInterval(() => writer.keepReserve(), reserveMs)
  /** Port of the most recently started reader. */
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
    // Responds first, because callers don't wait for the remaining work.
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
