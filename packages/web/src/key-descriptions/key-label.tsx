/** Display name of a key, followed by the key itself. */

import './key-label.css'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'

interface KeyLabelProps {
  readonly of: string
  readonly description: KeyDescription | undefined
}

export function KeyLabel({ of, description }: KeyLabelProps) {
  const name = description?.name
  if (!name || name === of) return <span className="sd-mono">{of}</span>
  return (
    <>
      {name} <span className="sd-mono sd-key-raw">{of}</span>
    </>
  )
}
