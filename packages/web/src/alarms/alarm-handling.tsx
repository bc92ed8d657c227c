/** Assignee of an alarm, and until when it is shelved. */

import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { AlarmClock, UserRound } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useAlarmActions } from './alarm-actions.ts'

export function Assignee({ alarm }: { readonly alarm: ExplainedAlarm }) {
  const t = useText()
  const { alarms, assign } = useAlarmActions()
  const { id, assignee } = alarm
  return (
    <div className="sd-alarm-assignee">
      <ComboField
        label={t('alarms.assignee')}
        isOptional
        source={['alarmAssignees', id.id]}
        icon={<UserRound size={16} strokeWidth={2} aria-hidden />}
        placeholder={t('alarms.nobody')}
        load={async (text, signal) =>
          (await alarms.assignees(id.id, text, { signal, ignoreErrors: true })).map((user) => ({
            value: user.id,
            label: user.name,
          }))
        }
        value={assignee && { value: assignee.id, label: assignee.name }}
        onChange={(option) => void assign(id.id, option?.value ?? null).catch(() => {})}
      />
    </div>
  )
}

export function Shelf({ alarm }: { readonly alarm: ExplainedAlarm }) {
  const t = useText()
  const format = useFormat()
  const { unshelve } = useAlarmActions()
  const { shelf, id } = alarm
  if (!shelf) return null
  return (
    <div className="sd-alarm-shelf" role="note">
      <AlarmClock size={16} strokeWidth={2} aria-hidden />
      <span>
        {t('alarms.shelvedUntil', { until: format.dateTime(shelf.until), name: shelf.by })} {shelf.reason}
      </span>
      <Button size="sm" onClick={() => void unshelve(id.id).catch(() => {})}>
        {t('alarms.unshelve')}
      </Button>
    </div>
  )
}
