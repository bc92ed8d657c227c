/** Value that is highlighted when it changes, at most once per second. */

import './live-cell.css'
import { useEffect, useRef, useState } from 'react'

const tintEveryMs = 1000

export function LiveCell({ text }: { text: string }) {
  const [tint, setTint] = useState(0)
  const before = useRef(text)
  const tintedAt = useRef(0)

  useEffect(() => {
    if (before.current === text) return
    before.current = text
    const now = performance.now()
    if (now - tintedAt.current < tintEveryMs) return
    tintedAt.current = now
    setTint((count) => count + 1)
  }, [text])

  // A new key restarts the animation.
  return (
    <span key={tint} className={tint > 0 ? 'live-cell' : undefined}>
      {text}
    </span>
  )
}
