/** A value that changes: a tint that fades says so, at most once a second. Nothing rolls. */

import './live-value.css'
import { type ReactNode, useRef } from 'react'

const tintEveryMs = 1000

/** `ts`: epoch ms of the value; a newer one tints. */
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
