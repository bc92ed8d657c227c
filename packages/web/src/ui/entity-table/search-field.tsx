/** Search field of a list: `/` focuses it; typed text takes effect after 150 ms. */

import './entity-table.css'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { isSingleKey } from '../shortcuts/shortcuts.ts'

/** Ms between the last key press and the search. */
const debounceMs = 150

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called with each change of the text, before the pause. For lists that must not offer results of an earlier text. */
  readonly onType?: (text: string) => void
  /** `/` focuses the field. Off for lists inside a drawer. */
  readonly hasShortcut?: boolean
  /** Has the focus when its dialog opens. */
  readonly startsFocused?: boolean
}

export function SearchField({ label, value, onChange, onType, hasShortcut = false, startsFocused }: SearchFieldProps) {
  const t = useText()
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = useEffectEvent((next: string) => {
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  })

  // The URL changed in another way (back, "Clear filters"): cancel the pending search.
  useEffect(() => {
    if (value === sent.current) return
    clearTimeout(timer.current)
    sent.current = value
    setText(value)
  }, [value])

  // Only typing starts the timer: started on every change of `text`, it would restore a search that the URL just
  // dropped.
  function type(next: string) {
    setText(next)
    onType?.(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next.trim()), debounceMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!hasShortcut) return
    function onKeyDown(event: KeyboardEvent) {
      if (!isSingleKey(event, '/') || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasShortcut])

  return (
    <div className="sd-input sd-search">
      <Search size={16} strokeWidth={2} aria-hidden />
      <input
        ref={input}
        type="search"
        data-autofocus={startsFocused || undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          event.stopPropagation()
          type('')
        }}
      />
      {text !== '' ? (
        <IconButton
          label={t('ui.clearSearch')}
          size="sm"
          icon={<X size={14} />}
          onClick={() => {
            type('')
            input.current?.focus()
          }}
        />
      ) : (
        hasShortcut && <kbd aria-hidden>/</kbd>
      )}
    </div>
  )
}
