/** Alarm severity: its icon next to its name. */

import './alarms.css'
import type { AlarmSeverity } from '@sonde/model/alarms/alarm'
import { useText } from '../locale/use-text.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'

export function SeverityChip({ severity }: { severity: AlarmSeverity }) {
  const t = useText()
  return (
    <span className="sd-severity" data-severity={severity}>
      <SeverityGlyph of={severity} />
      {t(`alarms.${severity}`)}
    </span>
  )
}
