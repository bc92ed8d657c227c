/** Card of a list item in a form: always shows its title, and its fields while open. */

import { ChevronDown, ChevronRight, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useHasError } from '../ui/field/field-places.tsx'

interface FormCardProps {
  /** Path of its field errors: a visible error keeps the card open. */
  readonly at: string
  readonly title: ReactNode
  /** Summary, shown while the card is closed. */
  readonly summary?: ReactNode
  readonly startsOpen?: boolean
  readonly removeLabel?: string
  readonly onRemove?: () => void
  readonly children: ReactNode
}

export function FormCard({ at, title, summary, startsOpen = false, removeLabel, onRemove, children }: FormCardProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(startsOpen)
  const hasError = useHasError(at)
  const isShown = isOpen || hasError
  const bodyId = useId()
  const Chevron = isShown ? ChevronDown : ChevronRight
  return (
    <section className="sd-form-card" data-open={isShown || undefined}>
      <div className="sd-form-card-head">
        <button
          type="button"
          className="sd-form-card-title"
          aria-expanded={isShown}
          aria-controls={isShown ? bodyId : undefined}
          onClick={() => setOpen(!isShown)}
        >
          <Chevron size={16} strokeWidth={2} aria-hidden />
          <span className="sd-form-card-name">{title}</span>
          {hasError && (
            <span className="sd-form-card-fault">
              <TriangleAlert size={14} strokeWidth={2} aria-hidden />
              {t('deviceProfiles.needsAttention')}
            </span>
          )}
        </button>
        {onRemove && removeLabel && (
          <IconButton size="sm" label={removeLabel} icon={<Trash2 size={16} strokeWidth={2} />} onClick={onRemove} />
        )}
      </div>
      {summary && !isShown && <p className="sd-form-card-summary">{summary}</p>}
      {isShown && (
        <div className="sd-form-card-body" id={bodyId}>
          {children}
        </div>
      )}
    </section>
  )
}
