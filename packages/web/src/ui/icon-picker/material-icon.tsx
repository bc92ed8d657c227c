/**
 * The icon of a name: of the Material set, or of MDI with its prefix. Drawn in the colour of the text around it, and as
 * large while it is loaded; a ring, with the name on hover, when there is none.
 */

import { useEffect, useReducer, useState } from 'react'
import type { IconShape } from './icon-shape.ts'
import { knownShape, loadShape } from './icon-shapes.ts'

/** Undefined: it is being loaded. Null: there is none, or it cannot be loaded now. */
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
