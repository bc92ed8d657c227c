/** A call that the user starts by a button, as React state. */

import { useEffect, useRef, useState } from 'react'
import { isForbidden } from './call-failure.ts'

interface CallState {
  readonly phase: 'idle' | 'sending'
  readonly error: unknown
  /** What to say about the last success. */
  readonly success: string
}

const untouched: CallState = { phase: 'idle', error: null, success: '' }

/** `call` resolves with what to say about its success. A second start while one runs does nothing. */
export function useDeviceCall(call: (signal: AbortSignal) => Promise<string>) {
  const [state, setState] = useState(untouched)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setState({ ...untouched, phase: 'sending' })
    let next: CallState
    try {
      next = { ...untouched, success: await call(controller.signal) }
    } catch (error) {
      next = { ...untouched, error }
    }
    running.current = null
    if (!controller.signal.aborted) setState(next)
  }

  return { state, isLocked: isForbidden(state.error), start: () => void start() }
}
