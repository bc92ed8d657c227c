/** Icon of an alarm severity: a fixed shape and color per severity. */

import './severity-glyph.css'
import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import type { ReactNode } from 'react'

const cleared = 'CLEARED'

const shapes: Readonly<Record<AlarmSeverity | typeof cleared, ReactNode>> = {
  CRITICAL: (
    <>
      <path d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z" fill="currentColor" />
      <path d="M8 4.2v4.6M8 11.4v.2" className="sd-severity-mark" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  MAJOR: (
    <path
      d="M8 2.2 14.6 13.6H1.4z"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  ),
  MINOR: <path d="M8 1.4 14.6 8 8 14.6 1.4 8z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  WARNING: <circle cx="8" cy="8" r="6" fill="currentColor" />,
  INDETERMINATE: (
    <circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 2.87" />
  ),
  CLEARED: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="m5.4 8.2 1.8 1.8 3.4-3.8" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
}

export function SeverityGlyph({ of, size = 14 }: { of: AlarmSeverity | typeof cleared; size?: number }) {
  return (
    <svg className="sd-severity-glyph" data-severity={of} width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      {shapes[of]}
    </svg>
  )
}
