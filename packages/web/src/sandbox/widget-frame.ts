/**
 * Script of the frame of a user-written widget. The page gives it a port; the code of the widget shares the frame with
 * it, so nothing here protects the page: that is up to the frame's origin and policy, and to the page's side of the port.
 */

import { $ } from './small-query.ts'
import { faultOf } from './thrown-fault.ts'
import type { FromWidget, ToWidget } from './widget-protocol.ts'
import { createWidgetRuntime } from './widget-runtime.ts'

// Connections of this kind aren't subject to the policy of the frame.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel'])
  Object.defineProperty(globalThis, name, { value: undefined })

Object.assign(globalThis, { $, jQuery: $ })

function load(url: string, isModule: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const isStyle = /\.css(\?|$)/.test(url)
    const element = isStyle
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })
      : Object.assign(document.createElement('script'), { src: url, ...(isModule && { type: 'module' }) })
    element.onload = () => resolve()
    element.onerror = () => reject(new Error(url))
    document.head.append(element)
  })
}

function open(port: MessagePort): void {
  const root = document.getElementById('widget') as HTMLElement
  const post = (message: FromWidget) => port.postMessage(message)
  const receive = createWidgetRuntime({ post, root, load })
  const fail = (error: unknown) => post({ kind: 'fault', fault: faultOf('threw', error), isFatal: false })
  addEventListener('error', ({ error, message }) => fail(error ?? new Error(message)))
  addEventListener('unhandledrejection', ({ reason }) => fail(reason))
  port.onmessage = ({ data }: MessageEvent<ToWidget>) => void receive(data)
}

// Frames of other widgets can send messages too.
addEventListener('message', function listen({ source, ports: [port] }: MessageEvent) {
  if (source !== parent || !port) return
  removeEventListener('message', listen)
  open(port)
})
