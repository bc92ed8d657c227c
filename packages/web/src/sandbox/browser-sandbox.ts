/** The sandbox's frame in the page, and the workers that it starts. */

import { type FromWorker, frameReady, type ToFrame } from './function-protocol.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

const framePath = '/sandbox/frame.html'
const workerPath = '/sandbox/function-worker.js'

/** Adds the frame to the page; `close` removes it, with everything that runs in it. */
export function openBrowserSandbox(): Sandbox {
  const frame = document.createElement('iframe')
  // No `allow-same-origin`: its origin is opaque. The server sends the same as a policy of the file.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.hidden = true
  frame.title = 'Sandbox'
  frame.src = framePath
  const toFrame = (message: ToFrame, ports: MessagePort[] = []) =>
    // An opaque origin has no address; the frame is the page's own.
    frame.contentWindow?.postMessage(message, '*', ports)
  const isReady = Promise.all([loaded(frame), workerCode()]).then(([, text]) => toFrame({ kind: 'code', text }))
  // Failed: the server can't be reached. Calls end at the deadline of a start.
  isReady.catch(() => {})
  document.body.append(frame)
  let ids = 0

  const sandbox = createSandbox({
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    startWorker(receive) {
      const id = ids++
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data)
      void isReady.then(() => toFrame({ kind: 'start', id }, [port2])).catch(() => {})
      return {
        post: (message) => port1.postMessage(message),
        end() {
          port1.close()
          void isReady.then(() => toFrame({ kind: 'end', id })).catch(() => {})
        },
      }
    },
  })
  return {
    open: sandbox.open,
    close() {
      sandbox.close()
      frame.remove()
    },
  }
}

const loaded = (frame: HTMLIFrameElement) =>
  new Promise<void>((resolve) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || data !== frameReady) return
      removeEventListener('message', listen)
      resolve()
    }
    addEventListener('message', listen)
  })

async function workerCode(): Promise<string> {
  const response = await fetch(workerPath)
  if (!response.ok) throw new Error(`${workerPath}: ${response.status}`)
  return response.text()
}
