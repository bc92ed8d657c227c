/**
 * A list of keys as chips: Enter, a comma or a semicolon ends one. None stands twice; without any the list is null.
 * Known keys are offered while typing, others are taken as well.
 */

import './chips.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Field } from '../field/field.tsx'

export interface KeyListFieldProps {
  readonly label: string
  /** Null: none. */
  readonly value: readonly string[] | null
  readonly onChange: (keys: readonly string[] | null) => void
  readonly onBlur?: () => void
  /** Keys that match a text, to be offered. */
  readonly suggest?: (text: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly isOptional?: boolean
  readonly help?: string
  readonly error?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
}

/** Besides Enter (seed 2, section 9). */
const separators = /[,;]/
/** Ms without a keystroke until known keys are asked for (seed 2, section 9). */
const suggestDelayMs = 150

/** The keys with those of `text` behind them, none twice. */
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
    // What was pasted may hold several; the last is still being written.
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
      // Without suggestions every key can still be typed.
      suggest(text, stop.signal).then(setFound, () => setFound([]))
    }, suggestDelayMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [suggest, text])
  return found
}
