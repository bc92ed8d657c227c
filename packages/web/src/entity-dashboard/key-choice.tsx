/** List of keys with their latest values and limits, from which the user selects those of a dashboard. */

import './key-choice.css'
import type { KeyLimit } from '@sonde/model/dashboards/entity-dashboard/dashboard-keys'
import { formatValue } from '@sonde/model/key-descriptions/format-value'
import { useId, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { timeOf } from '../telemetry/time-value.ts'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { Checkbox } from '../ui/field/text-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import type { OfferedKey } from './found-keys.ts'

interface KeyChoiceProps {
  /** Not empty. */
  readonly keys: readonly OfferedKey[]
  /** Ids of keys. */
  readonly selected: ReadonlySet<string>
  readonly onSelected: (selected: ReadonlySet<string>) => void
}

/** Keys from which the list can be searched. */
const searchedFrom = 10
/** Most keys that are listed at a time. */
const listedMax = 200

export function KeyChoice({ keys, selected, onSelected }: KeyChoiceProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const words = search.toLowerCase()
  const matching = keys.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(words))
  const listed = matching.slice(0, listedMax)

  /** Selects or clears the keys; others stay as they are. */
  function set(changed: readonly OfferedKey[], isOn: boolean) {
    const next = new Set(selected)
    for (const { id } of changed) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    onSelected(next)
  }

  return (
    <fieldset className="sd-form-group">
      <legend>
        {t('entityDashboard.keys')}{' '}
        <span className="sd-xs sd-text-3" role="status">
          {t('entityDashboard.selected', { count: selected.size, total: keys.length })}
        </span>
      </legend>
      {keys.length >= searchedFrom && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in the field from submitting the form
        <div onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
          <SearchField label={t('entityDashboard.searchKeys')} value={search} onChange={setSearch} />
        </div>
      )}
      <div className="sd-key-choice">
        {(['timeseries', 'attribute'] as const).map((type) => {
          const own = listed.filter((key) => key.type === type)
          const count = own.filter(({ id }) => selected.has(id)).length
          const label = t(type === 'timeseries' ? 'entityDashboard.telemetry' : 'entityDashboard.attributes')
          if (own.length === 0) return null
          return (
            <section key={type} aria-label={label}>
              <div className="sd-key-choice-head">
                <Checkbox
                  label={label}
                  isChecked={count === own.length}
                  isMixed={count > 0 && count < own.length}
                  onChange={(isOn) => set(own, isOn)}
                />
                <span aria-hidden>{label}</span>
              </div>
              <ul>
                {own.map((key) => (
                  <KeyRow key={key.id} of={key} isOn={selected.has(key.id)} onChange={(isOn) => set([key], isOn)} />
                ))}
              </ul>
            </section>
          )
        })}
        {listed.length === 0 && <p className="sd-key-choice-head">{t('entityDashboard.noMatch')}</p>}
      </div>
      {matching.length > listed.length && (
        <p className="sd-field-note">{t('entityDashboard.keysMore', { count: matching.length - listed.length })}</p>
      )}
    </fieldset>
  )
}

interface KeyRowProps {
  readonly of: OfferedKey
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function KeyRow({ of, isOn, onChange }: KeyRowProps) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const { name, label, unit, decimals, limits, text, value } = of
  const described = { key: name, ...(unit !== '' && { unit }), ...(decimals !== null && { decimals }) }
  const time = text === null ? null : timeOf(name, text)
  const shown =
    text === null
      ? t('entityDashboard.noValue')
      : time !== null
        ? format.dateTime(time)
        : value === 'flag'
          ? t(text === 'true' ? 'ui.yes' : 'ui.no')
          : value === 'number'
            ? formatValue(text, described, format)
            : text
  const side = (limit: KeyLimit) => (limit.side === 'above' ? '>' : limit.side === 'below' ? '<' : '=')
  const list = limits
    .map((limit) => `${side(limit)} ${format.number(limit.value, { unit: unit || undefined })}`)
    .join(', ')
  return (
    <li>
      <input
        id={id}
        type="checkbox"
        className="sd-checkbox"
        checked={isOn}
        aria-describedby={`${id}-value`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="sd-ellipsis" title={name}>
        {label}
        {label !== name && <span className="sd-xs sd-text-3"> {name}</span>}
      </label>
      <span id={`${id}-value`} className="sd-key-choice-value sd-num sd-sm sd-ellipsis" title={text ?? undefined}>
        {shown}
      </span>
      {list !== '' && (
        <span className="sd-key-choice-limits sd-xs sd-text-3">{t('entityDashboard.limits', { list })}</span>
      )}
    </li>
  )
}
