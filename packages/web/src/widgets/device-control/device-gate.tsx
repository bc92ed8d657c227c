/** Shows a control widget once its device is known, otherwise why there is none. */

import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { UnresolvedAlias } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { failureText } from '../../ui/states/failure-text.ts'
import { Skeleton } from '../../ui/states/states.tsx'
import type { Target, TargetDevice } from './use-target.ts'

export function DeviceGate({ target, children }: { target: Target; children: (device: TargetDevice) => ReactNode }) {
  const t = useText()
  switch (target.kind) {
    case 'ready':
      return children(target.device)
    case 'pending':
      return (
        <div className="widget-loading">
          <Skeleton width="60%" height={24} />
        </div>
      )
    case 'unresolved':
      return <UnresolvedAlias name={target.aliasName} />
    case 'missing':
      return <Problem text={t('controls.noTarget')} />
    case 'notDevice':
      return <Problem text={t('controls.notDevice', { name: target.name })} />
    case 'failed':
      return (
        <Problem text={t('controls.deviceFailed', { message: failureText(target.error) })} onRetry={target.retry} />
      )
  }
}

/** Why a widget can't be used, and what to do. */
export function Problem({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const t = useText()
  return (
    <div className="widget-state" data-error>
      <p>
        <TriangleAlert size={16} strokeWidth={2} aria-hidden />
        {text}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {t('ui.retryNow')}
        </button>
      )}
    </div>
  )
}
