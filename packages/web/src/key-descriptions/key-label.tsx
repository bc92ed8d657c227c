/** Display name of a key, followed by the key itself. */

import './key-label.css'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { Fragment } from 'react'

interface KeyLabelProps {
  readonly of: string
  readonly description: KeyDescription | undefined
}

export function KeyLabel({ of, description }: KeyLabelProps) {
  const name = description?.name
  if (!name || name === of) {
    return (
      <span className="sd-mono">
        <Parts of={of} />
      </span>
    )
  }
  return (
    <>
      {name}{' '}
      <span className="sd-mono sd-key-raw">
        <Parts of={of} />
      </span>
    </>
  )
}

/** Where a key doesn't fit on a line, it breaks after a separator rather than within a word. */
const Parts = ({ of }: { readonly of: string }) =>
  of.split(/(?<=[_.:/-])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a key never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
