/** Opens the widget library; so does the key `A`. */

import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { isSingleKey } from '../../../ui/shortcuts/shortcuts.ts'
import type { Editor } from '../use-editor.ts'

export function AddWidgetButton({ editor }: { readonly editor: Editor }) {
  const t = useText()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event, 'a') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    editor.openSide('library')
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <Button
      size="sm"
      kind="soft"
      className="db-edit-tool"
      aria-label={t('widgetLibrary.addWidget')}
      aria-keyshortcuts="A"
      icon={<Plus size={16} strokeWidth={2} aria-hidden />}
      onClick={() => editor.openSide('library')}
    >
      <span>{t('widgetLibrary.addWidget')}</span>
    </Button>
  )
}
