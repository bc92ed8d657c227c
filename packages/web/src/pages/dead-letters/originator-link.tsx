/** Link to the originator of a message, or its ID if it was deleted. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { EntityLink } from '../../entities/entity-link.tsx'

export function OriginatorLink({ letter: { originator, originatorName } }: { readonly letter: DeadLetter }) {
  if (originatorName !== null) return <EntityLink id={originator} name={originatorName} />
  return <span className="sd-mono">{originator.id}</span>
}
