/** Socket and timers of the live client, replaceable in tests. */

export interface SocketHandlers {
  onOpen(): void
  onText(text: string): void
  /** Called once, even if the socket never opened. */
  onClose(code: number, reason: string): void
}

export interface LiveSocket {
  send(text: string): void
  close(code: number): void
}

export type OpenSocket = (url: string, handlers: SocketHandlers) => LiveSocket

/** The runtime's WebSocket: browsers, Node 22 and later. */
export const openPlatformSocket: OpenSocket = (url, handlers) => {
  const socket = new WebSocket(url)
  let closed = false
  socket.addEventListener('open', () => handlers.onOpen())
  socket.addEventListener('message', (event) => {
    const { data } = event as { data: unknown }
    if (typeof data === 'string') handlers.onText(data)
  })
  socket.addEventListener('close', (event) => {
    const { code, reason } = event as { code: number; reason: string }
    if (closed) return
    closed = true
    handlers.onClose(code, reason)
  })
  // A close event follows every error and contains the reason.
  socket.addEventListener('error', () => {})
  return { send: (text) => socket.send(text), close: (code) => socket.close(code) }
}

export interface Timers {
  set(run: () => void, ms: number): unknown
  clear(handle: unknown): void
}

export const platformTimers: Timers = {
  set: (run, ms) => {
    const timer: unknown = setTimeout(run, ms)
    // In Node, a timer alone must not keep the process running.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
      timer.unref()
    return timer
  },
  clear: (handle) => clearTimeout(handle as Parameters<typeof clearTimeout>[0]),
}
