/** Colors of severities where something is drawn rather than styled: lines, parts of bars, dots. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'

export const severityColors: Readonly<Record<AlarmSeverity, string>> = {
  CRITICAL: 'var(--sd-critical)',
  MAJOR: 'var(--sd-major)',
  MINOR: 'var(--sd-minor)',
  WARNING: 'var(--sd-warn)',
  INDETERMINATE: 'var(--sd-indeterminate)',
}
