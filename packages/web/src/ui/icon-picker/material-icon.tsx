/**
 * Icon by name, from the Material set or, with its prefix, from MDI. Drawn in the text color; its size is reserved
 * while it loads. An unknown name shows a ring with the name on hover.
 */

import { useEffect, useReducer, useState } from 'react'
import type { IconShape } from './icon-shape.ts'
import { knownShape, loadShape } from './icon-shapes.ts'

/** Undefined: loading. Null: no such icon, or loading failed. */
function useIconShape(name: string): IconShape | null | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useState<string | null>(null)
  const shape = knownShape(name)
  const isUnknown = shape === undefined
  useEffect(() => {
    if (!isUnknown) return
    let isGone = false
    loadShape(name).then(
      () => !isGone && redraw(),
      () => !isGone && setFailed(name),
    )
    return () => {
      isGone = true
    }
  }, [name, isUnknown])
  return isUnknown && failed === name ? null : shape
}

export function MaterialIcon({ name, size = 18 }: { name: string; size?: number }) {
  const shape = useIconShape(name)
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      {shape === null && (
        <>
          <title>{name}</title>
          <circle cx={12} cy={12} r={8} fill="none" stroke="currentColor" strokeWidth={2} />
        </>
      )}
      {typeof shape === 'string' && <path d={shape} />}
      {typeof shape === 'object' && shape?.map((path) => <path key={path.d} {...path} />)}
    </svg>
  )
}
