/** The storage worker: owns the database file and answers the main thread, one request after the other. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DataFolderError } from '../data-folder.ts'
import { openStorageWriter, type StorageWriter } from './storage-writer.ts'
import type { FromWriter, ReadRangeWithHeads, ReadStats, ToWriter, WriterOptions } from './worker-protocol.ts'

const { options, reader } = workerData as { options: WriterOptions; reader: MessagePort }
const main = parentPort as MessagePort
const answer = (message: FromWriter) => main.postMessage(message)

function serve(writer: StorageWriter) {
  main.on('message', (request: ToWriter) => {
    switch (request.kind) {
      case 'group':
        answer(writer.commit(request))
        break
      case 'delete':
        answer(writer.deletePoints(request))
        break
      case 'range':
        reader.postMessage({ ...request, heads: writer.heads(request.series) } satisfies ReadRangeWithHeads)
        break
      case 'stats':
        reader.postMessage({ ...request, headPoints: writer.headPoints } satisfies ReadStats)
        break
      case 'close':
        writer.close()
        answer({ kind: 'closed' })
        main.close()
        reader.close()
    }
  })
  answer(writer.ready)
}

try {
  serve(openStorageWriter(options))
} catch (error) {
  const { message } = error as Error
  answer({ kind: 'refused', folder: error instanceof DataFolderError, message })
  main.close()
}
