/** Field that chooses a time zone, searched by name. If left empty, it falls back to the browser's zone. */

import { offsetText, zoneOffsetMs } from '@sonde/model/time-windows/zone-time'
import { ChevronDown, Globe } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { browserZone } from './window-context.ts'

export interface TimezoneFieldProps {
  /** IANA name; null: the browser's zone. */
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
  readonly nowMs: number
}

interface Choice {
  readonly zone: string | null
  readonly text: string
}

/** Current names that browsers list under older names or not at all. */
const otherNames = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv']

/** Maximum number of options shown; typing narrows the list. */
const shownMax = 60

export function TimezoneField({ value, onChange, nowMs }: TimezoneFieldProps) {
  const t = useText()
  const id = useId()
  /** Text being typed; null: not typing. */
  const [search, setSearch] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = search !== null

  const nameOf = (zone: string | null): string =>
    zone === null ? t('dashboards.browserTime') : zone.replaceAll('_', ' ')
  const describe = (zone: string | null): string => {
    const offset = offsetText(zoneOffsetMs(nowMs, zone ?? browserZone()))
    return `${nameOf(zone)} (${offset})`
  }
  const choices = search === null ? [] : choicesFor(search)

  function choicesFor(text: string): Choice[] {
    const wanted = text.trim().toLowerCase()
    const all = [null, ...new Set([...Intl.supportedValuesOf('timeZone'), ...otherNames])]
    const matching = all.filter((zone) => {
      return nameOf(zone).toLowerCase().includes(wanted)
    })
    return matching.slice(0, shownMax).map((zone) => ({ zone, text: describe(zone) }))
  }

  function choose(choice: Choice | undefined) {
    if (choice) onChange(choice.zone)
    setSearch(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key === 'ArrowDown') setSearch('')
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      const next = (active + step + choices.length) % choices.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(choices[active])
    } else if (event.key === 'Escape') {
      // Closes only the list, not the surrounding layer.
      event.preventDefault()
      event.stopPropagation()
      setSearch(null)
    }
  }

  return (
    <div className="sd-field tw-zone">
      <label className="sd-field-label" htmlFor={id}>
        {t('dashboards.timezone')}
      </label>
      <div className="sd-input">
        <Globe size={16} strokeWidth={2} aria-hidden />
        <input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && choices.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          value={search ?? describe(value)}
          onFocus={(event) => event.target.select()}
          onClick={() => search === null && setSearch('')}
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setSearch(null)}
          placeholder={t('dashboards.timezoneSearch')}
        />
        <ChevronDown size={16} strokeWidth={2} aria-hidden />
      </div>
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={t('dashboards.timezone')} className="tw-zone-list">
          {choices.map((choice, index) => (
            <div
              key={choice.text}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="sd-num"
              // Keeps the focus in the field: losing it would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              onKeyDown={onKeyDown}
            >
              {choice.text}
            </div>
          ))}
          {choices.length === 0 && <p>{t('dashboards.timezoneNone', { search: search ?? '' })}</p>}
        </div>
      )}
    </div>
  )
}
