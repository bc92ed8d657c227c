/** The frame of a user-written widget in the page. */

import { createWidgetHost, type WidgetHost, type WidgetHostDeps } from './widget-host.ts'
import type { ToWidget } from './widget-protocol.ts'

const framePath = '/sandbox/widget.html'

export interface WidgetFrameDeps extends Pick<WidgetHostDeps, 'onTrouble' | 'answer' | 'onBusy'> {
  /** The frame fills it. */
  readonly container: HTMLElement
  readonly title: string
}

export interface WidgetFrame extends Pick<WidgetHost, 'start' | 'update' | 'close'> {
  readonly element: HTMLIFrameElement
}

/** Adds the frame to the page; `close` removes it with everything that runs in it. */
export function openWidgetFrame({ container, title, ...deps }: WidgetFrameDeps): WidgetFrame {
  const frame = document.createElement('iframe')
  // No `allow-same-origin`: its origin is opaque. The server sends the same as a policy of the file.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.className = 'user-widget-frame'
  frame.title = title
  frame.src = framePath
  const { port1, port2 } = new MessageChannel()
  const host = createWidgetHost({
    ...deps,
    post: (message: ToWidget) => port1.postMessage(message),
    nowMs: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    end() {
      port1.close()
      frame.remove()
    },
  })
  port1.onmessage = ({ data }: MessageEvent<unknown>) => host.receive(data)
  let isLoaded = false
  frame.addEventListener('load', () => {
    if (isLoaded) return host.leave()
    isLoaded = true
    // An opaque origin has no address; the frame is the page's own until its first message.
    frame.contentWindow?.postMessage(null, '*', [port2])
  })
  container.append(frame)
  return { element: frame, start: host.start, update: host.update, close: host.close }
}
