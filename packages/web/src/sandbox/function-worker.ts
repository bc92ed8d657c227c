/**
 * Worker of one widget's functions, inside the sandboxed frame. Its origin is opaque, and the policy of the frame allows
 * it neither to load nor to send anything: it can only answer through the port that its first message carries.
 */

import type { ToWorker } from './function-protocol.ts'
import { createRunner } from './function-runner.ts'

/** Not needed by functions that compute a value: less to try. */
const removed = [
  'Worker',
  'SharedWorker',
  'importScripts',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebTransport',
  'EventSource',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'setTimeout',
  'setInterval',
  'postMessage',
]

addEventListener(
  'message',
  ({ ports }) => {
    const [port] = ports
    if (!port) return
    const post = port.postMessage.bind(port)
    const run = createRunner(post)
    // Functions of users can't put themselves between the page and this handler, where they would get hold of the port.
    const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get as () => ToWorker
    const { apply } = Reflect
    port.onmessage = (event: MessageEvent) => run(apply(dataOf, event, []))
    for (const name of removed) Object.defineProperty(globalThis, name, { value: undefined })
  },
  { once: true },
)
