/** Bar for unsaved changes: an amber dot, the number of changes, Save and Discard. `Ctrl S` saves. */

import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { useFocusReturn } from '../overlay/focus-back.ts'

interface SaveBarProps {
  readonly changes: number
  readonly isBusy: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

export function SaveBar({ changes, isBusy, onSave, onDiscard }: SaveBarProps) {
  const t = useText()
  const element = useRef<HTMLDivElement>(null)
  useFocusReturn(element)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isBusy) onSave()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <div ref={element} className="sd-form-bar">
      <span className="sd-unsaved">
        <i aria-hidden />
        {t('ui.unsavedCount', { count: changes })}
      </span>
      <span className="sd-spacer" />
      <Button kind="plain" onClick={onDiscard} disabled={isBusy}>
        {t('ui.discard')}
      </Button>
      <Button kind="filled" type="submit" busy={isBusy}>
        {isBusy ? t('ui.saving') : t('ui.save')}
      </Button>
    </div>
  )
}
