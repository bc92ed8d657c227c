/** Frame of a control widget: label, control, and a line that says what is going on with the device. */

import './device-control.css'
import { CircleAlert, CircleCheck, CloudOff, Lock, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { callFailureText, isForbidden, mayRetry } from './call-failure.ts'

export interface ControlStatus {
  readonly phase: 'idle' | 'reading' | 'sending'
  readonly error: unknown
  readonly isOffline: boolean
  /** Last success, until something else happens; empty: none. */
  readonly success?: string
  /** The reason of a failure is only shown when the pointer rests on its sign. */
  readonly isQuiet?: boolean
  /** Null: nothing to repeat. */
  readonly onRetry: (() => void) | null
}

interface ControlFrameProps {
  /** Visible label; empty: none. */
  readonly label: string
  readonly status: ControlStatus
  readonly children: ReactNode
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const

export function ControlFrame({ label, status, children }: ControlFrameProps) {
  return (
    <div className="control">
      {label && (
        <div className="control-label sd-ellipsis" title={label}>
          {label}
        </div>
      )}
      <div className="control-main">{children}</div>
      <StatusLine status={status} />
    </div>
  )
}

/** The line keeps its height, so that the control stays where it is. */
function StatusLine({ status }: { status: ControlStatus }) {
  const t = useText()
  const { phase, error, isOffline, success = '', isQuiet, onRetry } = status
  if (error !== null && error !== undefined) {
    const text = callFailureText(error, isOffline, t)
    return (
      <div
        className="control-status"
        data-kind={isForbidden(error) ? 'locked' : 'failed'}
        data-quiet={isQuiet || undefined}
        role="alert"
        title={text}
      >
        {isForbidden(error) ? <Lock {...icon} /> : <CircleAlert {...icon} />}
        <span className="control-status-text">{text}</span>
        {onRetry && mayRetry(error) && (
          <IconButton label={t('ui.retryNow')} size="sm" icon={<RotateCw {...icon} />} onClick={onRetry} />
        )}
      </div>
    )
  }
  const [sign, text] =
    phase === 'sending'
      ? [<i key="busy" className="control-busy" aria-hidden />, t('controls.sending')]
      : phase === 'reading'
        ? [<i key="busy" className="control-busy" aria-hidden />, t('controls.reading')]
        : success
          ? [<CircleCheck key="done" {...icon} />, success]
          : isOffline
            ? [<CloudOff key="offline" {...icon} />, t('controls.offline')]
            : [null, '']
  return (
    <div className="control-status" data-kind={success && phase === 'idle' ? 'done' : phase} role="status" title={text}>
      {sign}
      <span className="control-status-text">{text}</span>
    </div>
  )
}
