/**
 * Script of the sandboxed frame: starts and ends the workers of widgets for the page. No code of users runs here, so it
 * always answers, even if a worker never ends.
 */

import { frameReady, type ToFrame } from './function-protocol.ts'

const workers = new Map<number, Worker>()
let code = ''

addEventListener('message', ({ data, ports, source }: MessageEvent<ToFrame>) => {
  if (source !== parent) return
  switch (data.kind) {
    case 'code':
      code = URL.createObjectURL(new Blob([data.text], { type: 'text/javascript' }))
      break
    case 'start': {
      const worker = new Worker(code)
      workers.set(data.id, worker)
      worker.postMessage(null, [...ports])
      break
    }
    case 'end':
      workers.get(data.id)?.terminate()
      workers.delete(data.id)
  }
})
// The page's origin isn't known here, and the message holds nothing.
parent.postMessage(frameReady, '*')
