/** Colors of alarm severities for drawn content that CSS classes don't style: lines, parts of bars, dots. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'

export const severityColors: Readonly<Record<AlarmSeverity, string>> = {
  CRITICAL: 'var(--sd-critical)',
  MAJOR: 'var(--sd-major)',
  MINOR: 'var(--sd-minor)',
  WARNING: 'var(--sd-warn)',
  INDETERMINATE: 'var(--sd-indeterminate)',
}
