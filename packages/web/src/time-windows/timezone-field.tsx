/** The choice of a time zone: a field that searches by name. Left empty it falls back to the browser's. */

import { offsetText, zoneOffsetMs } from '@sonde/model/time-windows/zone-time'
import { ChevronDown, Globe } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { browserZone } from './window-context.ts'

export interface TimezoneFieldProps {
  /** IANA name; null: the browser's. */
  readonly value: string | null
  readonly onChange: (zone: string | null) => void
  readonly nowMs: number
}

interface Choice {
  readonly zone: string | null
  readonly text: string
}

/** Names of today that browsers list under older ones, or not at all. */
const otherNames = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv']

/** Shown at once; typing narrows. */
const shownMax = 60

export function TimezoneField({ value, onChange, nowMs }: TimezoneFieldProps) {
  const t = useText()
  const id = useId()
  /** What is typed; null while nobody does. */
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
      // Closes the list alone, not what it lies in.
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
              // The field keeps the focus; it would close the list before the click.
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
