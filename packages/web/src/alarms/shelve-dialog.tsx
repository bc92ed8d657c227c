/** Dialog for shelving alarms: reason and end time. */

import { shelfReasonMax } from '@sonde/model/alarms/alarm-history'
import { useState } from 'react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useWindowContext } from '../time-windows/window-context.ts'
import { DateTimeField } from '../ui/date-time/date-time-field.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { Select, TextField } from '../ui/field/text-field.tsx'

const hourMs = 3_600_000

const spans = {
  hour: [hourMs, 'alarms.shelfHour'],
  shift: [8 * hourMs, 'alarms.shelfShift'],
  day: [24 * hourMs, 'alarms.shelfDay'],
  week: [7 * 24 * hourMs, 'alarms.shelfWeek'],
  time: [0, 'alarms.shelfTime'],
} as const satisfies Readonly<Record<string, readonly [ms: number, label: MessageKey]>>
type Span = keyof typeof spans

interface ShelveDialogProps {
  readonly count: number
  readonly onShelve: (shelf: { until: number; reason: string }) => void
  readonly onClose: () => void
}

export default function ShelveDialog({ count, onShelve, onClose }: ShelveDialogProps) {
  const t = useText()
  const windowContext = useWindowContext()
  const [span, setSpan] = useState<Span>('shift')
  const [until, setUntil] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { nowMs } = windowContext()

  function submit() {
    setTried(true)
    const end = span === 'time' ? until : nowMs + spans[span][0]
    if (end !== null && end > nowMs && reason.trim() !== '') onShelve({ until: Math.round(end), reason: reason.trim() })
  }

  return (
    <FormDialog
      title={t('alarms.shelveTitle', { count })}
      action={t('alarms.shelve')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="sd-sm sd-text-2">{t('alarms.shelveText')}</p>
      <Select
        label={t('alarms.shelfUntil')}
        value={span}
        options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(spans[value][1]) }))}
        onChange={setSpan}
      />
      {span === 'time' && (
        <DateTimeField
          label={t('alarms.shelfEnd')}
          value={until}
          min={isTried ? nowMs : undefined}
          isTouched={isTried}
          onChange={setUntil}
        />
      )}
      <TextField
        label={t('alarms.shelfReason')}
        value={reason}
        maxLength={shelfReasonMax}
        error={isTried && reason.trim() === '' ? t('alarms.shelfReasonNeeded') : undefined}
        onChange={setReason}
      />
    </FormDialog>
  )
}
