/** Loaded before the server by a test: signals cause faults that no input may cause. */

import { syncBuiltinESMExports } from 'node:module'
import worker from 'node:worker_threads'

const workers = []
const { Worker } = worker
worker.Worker = class extends Worker {
  constructor(file, options) {
    super(file, options)
    workers.push({ name: options?.name, worker: this })
  }
}
syncBuiltinESMExports()

if (worker.isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error('a fault of the test')
  })
  process.on('SIGURG', () => {
    for (const { name, worker } of workers) if (name === 'storage') void worker.terminate()
  })
}
