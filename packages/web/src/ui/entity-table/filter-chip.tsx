/** Filter chip: shows its value, changes it or removes the filter. */

import '../chips/chips.css'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { OptionsStatus } from '../field/options-status.tsx'
import { useOptions } from '../field/use-options.ts'
import { Popover } from '../popover/popover.tsx'
import type { EntityFilterChip } from './entity-description.ts'
import { SearchField } from './search-field.tsx'

interface FilterChipProps {
  readonly tableName: string
  readonly chip: EntityFilterChip
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export function FilterChip({ tableName, chip, value, onChange }: FilterChipProps) {
  const t = useText()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = t(chip.label)
  const chosen = useQuery({
    queryKey: [tableName, 'filter', chip.param, value],
    enabled: value !== undefined,
    queryFn: ({ signal }) => chip.loadOne(value ?? '', signal),
    staleTime: 60_000,
  })

  return (
    <span className="sd-chip" data-on={value !== undefined || undefined}>
      <button
        ref={anchor}
        type="button"
        className="sd-chip-main"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {value === undefined ? <Plus size={14} strokeWidth={2} aria-hidden /> : null}
        {label}
        {value !== undefined && <b>{chosen.data?.label ?? '…'}</b>}
      </button>
      {value !== undefined && (
        <button
          type="button"
          className="sd-chip-clear"
          aria-label={t('ui.dropFilter', { name: label })}
          onClick={() => onChange(undefined)}
        >
          <X size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
      <Popover isOpen={isOpen} onClose={() => setOpen(false)} anchor={anchor} label={label}>
        <Options
          tableName={tableName}
          chip={chip}
          value={value}
          onChoose={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover>
    </span>
  )
}

interface OptionsProps extends Omit<FilterChipProps, 'onChange'> {
  readonly onChoose: (value: string) => void
}

function Options({ tableName, chip, value, onChoose }: OptionsProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const { offered, isSearching, isError } = useOptions({
    source: [tableName, 'filter', chip.param, 'options'],
    searched: text,
    typed,
    load: chip.load,
  })
  return (
    <div className="sd-options">
      <SearchField label={t(chip.label)} value={text} onChange={setText} onType={setTyped} />
      <div className="sd-options-list">
        {offered.map((option) => (
          <button
            key={option.value}
            type="button"
            className="sd-menu-item"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            <span className="sd-menu-label sd-ellipsis">{option.label}</span>
            {option.value === value && <Check size={16} strokeWidth={2} aria-hidden />}
          </button>
        ))}
      </div>
      <OptionsStatus count={offered.length} isSearching={isSearching} isError={isError} searched={text} />
    </div>
  )
}
