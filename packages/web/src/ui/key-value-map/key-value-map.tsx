/**
 * Editor for a map of strings, as rows of key and value. Every row needs both and keys must be unique; while that isn't
 * so, the map is reported as null and the input stays.
 */

import './key-value-map.css'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { focusableIn } from '../overlay/focus.ts'
import { type MapRow, mapOfRows, rowError, rowsOfMap, type StringMap } from './map-rows.ts'

export interface KeyValueMapProps {
  readonly label: string
  /** Null: the last reported map was incomplete. */
  readonly value: StringMap | null
  /** Called with null while a row is incomplete or a key is duplicated. */
  readonly onChange: (map: StringMap | null) => void
  /** Error shown if there are no rows. */
  readonly error?: string
  readonly isOptional?: boolean
  readonly isDisabled?: boolean
  readonly keyLabel?: string
  readonly valueLabel?: string
}

export function KeyValueMap({
  label,
  value,
  onChange,
  error,
  isOptional,
  isDisabled = false,
  keyLabel,
  valueLabel,
}: KeyValueMapProps) {
  const t = useText()
  const id = useId()
  const [rows, setRows] = useState(() => rowsOfMap(value ?? {}))
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set())
  const reported = useRef<StringMap | null>(value)
  const list = useRef<HTMLFieldSetElement>(null)
  // The caller replaced the map.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setRows(rowsOfMap(value ?? {}))
    setTouched(new Set())
  }, [value])

  function become(next: readonly MapRow[]) {
    setRows(next)
    reported.current = mapOfRows(next)
    onChange(reported.current)
  }
  function change(row: MapRow, part: Partial<MapRow>) {
    become(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))
  }
  function add() {
    // Renders synchronously, so that the next key press goes to the new row.
    flushSync(() => become([...rows, { id: Math.max(0, ...rows.map((row) => row.id)) + 1, key: '', value: '' }]))
    focusRow(rows.length)
  }
  function remove(row: MapRow, index: number) {
    flushSync(() => become(rows.filter((one) => one !== row)))
    focusRow(Math.min(index, rows.length - 2))
  }
  function focusRow(index: number) {
    if (!list.current) return
    const host = list.current.querySelectorAll<HTMLElement>('.sd-map-row')[index] ?? list.current
    focusableIn(host)[0]?.focus()
  }

  const keyName = keyLabel ?? t('inputs.key')
  const valueName = valueLabel ?? t('inputs.value')
  return (
    <fieldset
      ref={list}
      className="sd-fieldset sd-map"
      disabled={isDisabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="sd-field-label">
        {label}
        {isOptional && <span className="sd-field-optional"> {t('ui.optional')}</span>}
      </legend>
      {rows.length > 0 && (
        <div className="sd-map-head" aria-hidden>
          <span>{keyName}</span>
          <span>{valueName}</span>
        </div>
      )}
      {rows.map((row, index) => {
        const fieldError = touched.has(row.id) ? rowError(row, rows) : null
        const note = fieldError ? `${id}-${row.id}` : undefined
        const input = (part: 'key' | 'value', name: string) => {
          const isWrong = fieldError !== null && (part === 'value' ? fieldError === 'value' : fieldError !== 'value')
          return (
            <span className="sd-input" data-invalid={isWrong || undefined}>
              <input
                aria-label={t('inputs.ofRow', { name, row: index + 1 })}
                aria-invalid={isWrong || undefined}
                aria-describedby={note}
                autoComplete="off"
                spellCheck={false}
                value={row[part]}
                onChange={(event) => change(row, { [part]: event.target.value })}
              />
            </span>
          )
        }
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the row
          <div
            key={row.id}
            className="sd-map-row"
            onBlur={(event) => {
              // Only when the focus leaves the whole row: moving from key to value is still editing.
              if (!event.currentTarget.contains(event.relatedTarget)) setTouched(new Set([...touched, row.id]))
            }}
          >
            {input('key', keyName)}
            {input('value', valueName)}
            <IconButton
              size="sm"
              label={t('inputs.removeRow', { row: index + 1 })}
              icon={<X size={16} strokeWidth={2} />}
              onClick={() => remove(row, index)}
            />
            {fieldError && (
              <p id={note} className="sd-field-note" data-error>
                {t(`inputs.mapFault_${fieldError}`)}
              </p>
            )}
          </div>
        )
      })}
      {rows.length === 0 && !error && <p className="sd-field-note">{t('inputs.noRows')}</p>}
      {error && (
        <p id={`${id}-error`} className="sd-field-note" data-error>
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={2} />}
          onClick={add}
          aria-invalid={error ? true : undefined}
        >
          {t('inputs.addRow')}
        </Button>
      </div>
    </fieldset>
  )
}
