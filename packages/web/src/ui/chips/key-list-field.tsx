/**
 * List of keys as chips: Enter, a comma or a semicolon completes a key. Duplicates are ignored; an empty list is null.
 * Known keys are suggested while typing; any other key is accepted too.
 */

import './chips.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Field } from '../field/field.tsx'

export interface KeyListFieldProps {
  readonly label: string
  /** Null: no keys. */
  readonly value: readonly string[] | null
  readonly onChange: (keys: readonly string[] | null) => void
  readonly onBlur?: () => void
  /** Keys that match the text, offered as suggestions. */
  readonly suggest?: (text: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly isOptional?: boolean
  readonly help?: string
  readonly error?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
}

/** Characters that complete a key, as Enter does. */
const separators = /[,;]/
/** Ms without a keystroke before suggestions are requested. */
const suggestDelayMs = 150

/** Appends the keys in `text` to `keys`, without duplicates. */
export function withKeys(keys: readonly string[], text: string): readonly string[] {
  const added = text
    .split(separators)
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return [...new Set([...keys, ...added])]
}

export function KeyListField({
  label,
  value,
  onChange,
  onBlur,
  suggest,
  isOptional,
  help,
  error,
  placeholder,
  isDisabled = false,
}: KeyListFieldProps) {
  const t = useText()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const keys = value ?? []
  const known = useSuggestions(suggest, typed).filter((key) => !keys.includes(key))

  function become(next: readonly string[]) {
    if (next.length !== keys.length) onChange(next.length === 0 ? null : next)
  }
  function add(text: string) {
    setTyped('')
    become(withKeys(keys, text))
  }
  function onType(text: string) {
    // Pasted text may hold several keys; the last one is still incomplete.
    const cut = Math.max(text.lastIndexOf(','), text.lastIndexOf(';'))
    if (cut < 0) return setTyped(text)
    become(withKeys(keys, text.slice(0, cut)))
    setTyped(text.slice(cut + 1).trimStart())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed.trim() !== '' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '') become(keys.slice(0, -1))
  }

  return (
    <Field label={label} isOptional={isOptional} help={help ?? t('inputs.keysHelp')} error={error}>
      {(parts) => (
        <div className="sd-input sd-keys" data-invalid={Boolean(error) || undefined}>
          {keys.map((key) => (
            <span key={key} className="sd-chip" data-on>
              <span className="sd-chip-main sd-mono">{key}</span>
              <button
                type="button"
                className="sd-chip-clear"
                aria-label={t('ui.dropChoice', { name: key })}
                disabled={isDisabled}
                onClick={() => become(keys.filter((one) => one !== key))}
              >
                <X size={14} strokeWidth={2} aria-hidden />
              </button>
            </span>
          ))}
          <input
            {...parts}
            className="sd-mono"
            autoComplete="off"
            spellCheck={false}
            disabled={isDisabled}
            placeholder={keys.length === 0 ? placeholder : undefined}
            list={known.length > 0 ? listId : undefined}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (typed.trim() !== '') add(typed)
              onBlur?.()
            }}
          />
          {known.length > 0 && (
            <datalist id={listId}>
              {known.map((key) => (
                <option key={key} value={key} />
              ))}
            </datalist>
          )}
        </div>
      )}
    </Field>
  )
}

function useSuggestions(suggest: KeyListFieldProps['suggest'], text: string): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    if (!suggest) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      // If suggestions fail to load, keys can still be typed.
      suggest(text, stop.signal).then(setFound, () => setFound([]))
    }, suggestDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [suggest, text])
  return found
}
