/** Texts below the chart of a key: origin of its limits, and the marked alarms. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { Link } from '@tanstack/react-router'
import { Ruler } from 'lucide-react'
import { useNow } from '../live/use-now.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useMinuteText } from '../ui/format/use-minute-text.ts'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { isWithin, type ValueAlarm } from './use-value-alarms.ts'
import type { ValueLimits } from './use-value-limits.ts'

/** Maximum number of alarms listed. */
const listedMax = 5

export function AlarmLines({ alarms, range }: { readonly alarms: readonly ValueAlarm[]; readonly range: TimeRange }) {
  const t = useText()
  const minuteText = useMinuteText()
  const nowMs = useNow()
  const shown = alarms.filter((alarm) => isWithin(alarm, range))
  if (shown.length === 0) return null
  return (
    <section className="sd-value-alarms" aria-label={t('telemetry.alarmsInWindow')}>
      <h4>{t('telemetry.alarmsInWindow')}</h4>
      <ul>
        {shown.slice(0, listedMax).map(({ id, type, severity, status, startTs, clearTs }) => (
          <li key={id.id}>
            <SeverityGlyph of={severity} size={12} />
            <span>
              <Link to="/alarms" search={{ open: id.id, status: 'ANY' }}>
                {type}
              </Link>
              <span className="sd-text-2">
                {t(`alarms.${severity}`)},{' '}
                {status.startsWith('ACTIVE')
                  ? t('telemetry.alarmSince', { time: minuteText(startTs, nowMs) })
                  : t('telemetry.alarmUntil', {
                      start: minuteText(startTs, nowMs),
                      end: minuteText(clearTs, nowMs),
                    })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length > listedMax && (
        <p className="sd-text-3">{t('telemetry.alarmsMore', { count: shown.length - listedMax })}</p>
      )}
    </section>
  )
}

const sideLabels = {
  above: 'telemetry.limitAbove',
  below: 'telemetry.limitBelow',
  at: 'telemetry.limitAt',
} as const

/** Text before the value, such as `Critical above`. */
export const limitText = (severity: AlarmSeverity, side: 'above' | 'below' | null, t: Translate): string =>
  t(sideLabels[side ?? 'at'], { severity: t(`alarms.${severity}`) })

interface LimitNoteProps extends ValueLimits {
  /** Of the key that is limited. */
  readonly unit: string | undefined
}

export function LimitNote({ profile, limits, unit }: LimitNoteProps) {
  const t = useText()
  const format = useFormat()
  if (limits.length === 0) return null
  return (
    <p className="sd-value-limits">
      <Ruler size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {t('telemetry.limitsFrom', { profile: profile.name })}
        {/* The chart has them as labels of its lines. */}
        <span className="sd-hidden-text">
          {limits.map(
            ({ severity, side, value }) => `, ${limitText(severity, side, t)} ${format.number(value, { unit })}`,
          )}
        </span>
      </span>
      <span className="sd-spacer" />
      <Link to="/deviceProfiles" search={{ open: profile.id, tab: 'alarmRules' }}>
        {t('telemetry.openRules')}
      </Link>
    </p>
  )
}
