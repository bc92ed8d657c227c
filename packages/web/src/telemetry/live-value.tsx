/** Live value: a fading tint shows a change, at most once a second. Digits aren't animated. */

import './live-value.css'
import { type ReactNode, useRef } from 'react'

const tintEveryMs = 1000

/** `ts`: epoch ms of the value; a newer value starts the tint. */
export function LiveValue({ ts, children }: { ts: number; children: ReactNode }) {
  const last = useRef({ ts, at: 0, count: 0 })
  if (ts > last.current.ts) {
    const at = performance.now()
    const isDue = at - last.current.at >= tintEveryMs
    last.current = { ts, at: isDue ? at : last.current.at, count: last.current.count + (isDue ? 1 : 0) }
  }
  const { count } = last.current
  return (
    <span key={count} className="sd-live-value" data-fresh={count > 0 || undefined}>
      {children}
    </span>
  )
}
