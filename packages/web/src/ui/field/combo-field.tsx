/**
 * A field that chooses one of many options: typing searches, the list below shows matches.
 *
 * ARIA pattern: combobox with a listbox popup. Focus stays in the field, arrow keys move through the list.
 */

import './combo-field.css'
import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { Popover } from '../popover/popover.tsx'
import { Field, type FieldProps } from './field.tsx'
import { OptionsStatus } from './options-status.tsx'
import { useOptions } from './use-options.ts'

export interface ComboOption<V extends string = string> {
  readonly value: V
  readonly label: string
  /** Shown dimmed after the label. */
  readonly note?: string
}

/** `O`: options that carry more than value and label. */
export interface ComboFieldProps<V extends string = string, O extends ComboOption<V> = ComboOption<V>>
  extends Omit<FieldProps, 'children'> {
  /** Part of the query cache key; identifies the set of options. */
  readonly source: readonly unknown[]
  /** Options that match the text, at most one page. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly O[]>
  readonly value: ComboOption<V> | null
  /** null: cleared; only optional fields allow it. */
  readonly onChange: (option: O | null) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  /** Choosing an option clears the field and reopens the list, for several choices in a row. */
  readonly staysOpen?: boolean
  /** Also accepts free text: from the list, on blur or with Enter. */
  readonly ofText?: (text: string) => O
}

/** Ms without a keystroke before the server is queried. */
const searchDelayMs = 150

export function ComboField<V extends string = string, O extends ComboOption<V> = ComboOption<V>>({
  source,
  load,
  value,
  onChange,
  onBlur,
  placeholder,
  icon,
  isDisabled = false,
  staysOpen = false,
  ofText,
  ...frame
}: ComboFieldProps<V, O>) {
  const t = useText()
  const anchor = useRef<HTMLDivElement>(null)
  const listId = useId()
  /** Text being typed; null: not typing, the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed?.trim() ?? ''), typed === null ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])

  const { found, offered, isSearching, isError } = useOptions({
    source: [...source, 'combo'],
    searched,
    typed,
    load,
    isEnabled: isOpen,
  })
  const own = ofText && searched !== '' && !found.some(({ label }) => label === searched) ? ofText(searched) : null
  const options = own && !isSearching ? [...offered, own] : offered
  const hasText = Boolean(typed?.trim())
  // Enter chooses the first match of a search, unless the typed text itself is a valid option.
  const active = at < 0 && hasText && !ofText && options.length > 0 ? 0 : at

  function close() {
    setOpen(false)
    setTyped(null)
    setAt(-1)
  }

  function choose(option: O) {
    onChange(option)
    close()
    if (staysOpen) setOpen(true)
  }

  /** The field's text as an option, where free text is accepted. */
  function written(): O | undefined {
    const text = typed?.trim()
    return ofText && text ? (found.find(({ label }) => label === text) ?? ofText(text)) : undefined
  }

  /** Accepts free text on blur or when the user presses elsewhere. */
  function leave() {
    const option = written()
    if (option) onChange(option)
    close()
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      return close()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      setAt((now) =>
        options.length === 0 ? -1 : (now + by + options.length + (now < 0 && by < 0 ? 1 : 0)) % options.length,
      )
    }
    if (event.key !== 'Enter' || !isOpen) return
    const option = options[active] ?? written()
    // A search without a choice must not submit the form: the typed text would be missing from it.
    if (option || hasText) event.preventDefault()
    if (option) choose(option)
  }

  return (
    <Field {...frame}>
      {(parts) => (
        <div ref={anchor} className="sd-input sd-combo" data-invalid={Boolean(frame.error) || undefined}>
          {icon}
          <input
            {...parts}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={isDisabled}
            placeholder={placeholder}
            value={typed ?? value?.label ?? ''}
            onClick={() => setOpen(true)}
            onChange={(event) => {
              setTyped(event.target.value)
              setOpen(true)
              setAt(-1)
            }}
            onKeyDown={onKey}
            onBlur={() => {
              leave()
              onBlur?.()
            }}
          />
          {value && frame.isOptional && !isDisabled ? (
            <IconButton
              size="sm"
              label={t('ui.clearField', { name: frame.label })}
              icon={<X size={16} strokeWidth={2} />}
              onClick={() => onChange(null)}
            />
          ) : (
            <ChevronDown size={16} strokeWidth={2} aria-hidden />
          )}
          <Popover
            isOpen={isOpen && !isDisabled}
            onClose={leave}
            anchor={anchor}
            label={frame.label}
            role="presentation"
            matchWidth
            keepFocus
          >
            <div id={listId} role="listbox" aria-label={frame.label} className="sd-combo-list">
              {options.map((option, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, aria-activedescendant names the option
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  className="sd-menu-item"
                  aria-selected={option.value === value?.value}
                  data-active={index === active || undefined}
                  ref={index === active ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
                  // Keeps focus in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  <span className="sd-menu-label sd-ellipsis">{option.label}</span>
                  {option.note && <span className="sd-combo-note">{option.note}</span>}
                  {option.value === value?.value && <Check size={16} strokeWidth={2} aria-hidden />}
                </div>
              ))}
            </div>
            <OptionsStatus count={options.length} isSearching={isSearching} isError={isError} searched={searched} />
          </Popover>
        </div>
      )}
    </Field>
  )
}
