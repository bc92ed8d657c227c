/** Collapsible part of a form: title, tools and fields. */

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface FoldingPartProps {
  readonly title: string
  /** Secondary text after the title. */
  readonly note?: string
  readonly startsOpen?: boolean
  /** Forces the part open, such as for an error in it. */
  readonly mustBeOpen?: boolean
  /** Shown at the right end of the title. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

export function FoldingPart({
  title,
  note,
  startsOpen = false,
  mustBeOpen = false,
  tools,
  children,
}: FoldingPartProps) {
  const id = useId()
  const [wantsOpen, setOpen] = useState(startsOpen)
  const isOpen = wantsOpen || mustBeOpen
  return (
    <div className="sd-fold">
      <div className="sd-fold-head">
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={16} strokeWidth={2} aria-hidden />
          <span>{title}</span>
          {note && <span className="sd-text-3">{note}</span>}
        </button>
        {tools}
      </div>
      <div id={id} className="sd-fold-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
