/** Both parts of an alarm's status: active or cleared, acknowledged or not. */

import './alarms.css'
import type { AlarmStatus } from '@sonde/model/alarms/alarm'
import { useText } from '../locale/use-text.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'

export const isActiveAlarm = (status: AlarmStatus): boolean => status.startsWith('ACTIVE')
export const isSeenAlarm = (status: AlarmStatus): boolean => !status.endsWith('UNACK')

export function AlarmState({ status }: { status: AlarmStatus }) {
  const t = useText()
  const isActive = isActiveAlarm(status)
  return (
    <span className="sd-alarm-state" title={t(`alarms.${status}`)}>
      {isActive ? <i aria-hidden /> : <SeverityGlyph of="CLEARED" size={13} />}
      {t(isActive ? 'alarms.statusActive' : 'alarms.statusCleared')}
      <span className="sd-alarm-seen" data-seen={isSeenAlarm(status) || undefined}>
        {t(isSeenAlarm(status) ? 'alarms.ack' : 'alarms.unack')}
      </span>
    </span>
  )
}
