/**
 * Filter of an event table: a button with the number of active filters, and a form with the fields of the event kind.
 */

import './events.css'
import type { EventType } from '@sonde/model/events/event'
import { entityTypes } from '@sonde/model/ids'
import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { FormButtons } from '../ui/dialog/form-buttons.tsx'
import { focusFirstError } from '../ui/field/focus-first-error.ts'
import { CheckField, Select, TextField } from '../ui/field/text-field.tsx'
import { Popover } from '../ui/popover/popover.tsx'
import { type EventField, type EventFilterDraft, eventFieldsOf, numberErrors } from './event-kinds.ts'

interface EventFilterButtonProps {
  readonly kind: EventType
  readonly value: EventFilterDraft
  readonly onChange: (value: EventFilterDraft) => void
}

export function EventFilterButton({ kind, value, onChange }: EventFilterButtonProps) {
  const t = useText()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const count = Object.keys(value).length
  return (
    <>
      <Button
        ref={anchor}
        size="sm"
        kind={count > 0 ? 'soft' : 'outlined'}
        icon={<ListFilter size={16} strokeWidth={2} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('events.filterOn', { count }) : t('events.filter')}
      </Button>
      <Popover isOpen={isOpen} onClose={() => setOpen(false)} anchor={anchor} label={t('events.filterTitle')}>
        <FilterForm
          kind={kind}
          value={value}
          onCancel={() => setOpen(false)}
          onUpdate={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover>
    </>
  )
}

const labels: Readonly<Record<EventField, MessageKey>> = {
  server: 'events.server',
  method: 'events.method',
  event: 'events.event',
  status: 'events.status',
  errorStr: 'events.errorContains',
  messagesProcessed: 'events.minMessages',
  errorsOccurred: 'events.minErrors',
  msgDirectionType: 'events.direction',
  entityId: 'events.entityId',
  entityName: 'events.entityType',
  msgType: 'events.messageType',
  relationType: 'events.relationType',
  dataSearch: 'events.dataContains',
  metadataSearch: 'events.metadataContains',
  isError: 'events.hasError',
}

interface FilterFormProps {
  readonly kind: EventType
  readonly value: EventFilterDraft
  readonly onCancel: () => void
  readonly onUpdate: (value: EventFilterDraft) => void
}

function FilterForm({ kind, value, onCancel, onUpdate }: FilterFormProps) {
  const t = useText()
  const [draft, setDraft] = useState(value)
  const fieldErrors = numberErrors(draft)
  const isDebug = kind.startsWith('DEBUG')
  const choices: Partial<Record<EventField, readonly { value: string; label: string }[]>> = {
    status: [
      { value: '', label: t('events.anyStatus') },
      { value: 'Success', label: t('events.success') },
      { value: 'Failure', label: t('events.failure') },
    ],
    msgDirectionType: [
      { value: '', label: t('events.directionAny') },
      { value: 'IN', label: t('events.directionIn') },
      { value: 'OUT', label: t('events.directionOut') },
    ],
    entityName: [
      { value: '', label: t('events.anyEntityType') },
      ...entityTypes.map((type) => ({ value: type, label: t(`entityTypes.${type}`) })),
    ],
  }

  function fieldOf(field: EventField) {
    const label = t(labels[field])
    const text = draft[field] ?? ''
    const set = (next: string) => setDraft({ ...draft, [field]: next })
    const options = choices[field]
    if (options) return <Select key={field} label={label} value={text} options={options} onChange={set} />
    if (field === 'isError') {
      return (
        <CheckField
          key={field}
          label={label}
          isChecked={text === 'true'}
          onChange={(isOn) => set(isOn ? 'true' : '')}
        />
      )
    }
    if (field === 'errorStr' && isDebug && draft.isError !== 'true') return null
    return (
      <TextField
        key={field}
        label={label}
        value={text}
        onChange={set}
        autoComplete="off"
        error={fieldErrors.includes(field) ? t('events.numberInvalid') : undefined}
        inputMode={field === 'messagesProcessed' || field === 'errorsOccurred' ? 'numeric' : undefined}
      />
    )
  }

  return (
    <form
      className="sd-event-filter"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (fieldErrors.length > 0) focusFirstError(event.currentTarget)
        else onUpdate(draft)
      }}
    >
      <div className="sd-event-filter-fields">{eventFieldsOf(kind).map(fieldOf)}</div>
      <div className="sd-event-filter-foot">
        <FormButtons action={t('events.applyFilter')} onCancel={onCancel} />
      </div>
    </form>
  )
}
