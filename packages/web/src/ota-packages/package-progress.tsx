/** Live state of a device's update: progress, current version, and a retry button after a failure. */

import './package-progress.css'
import type { EntityId } from '@sonde/model/ids'
import { type PackageType, packageKeyPrefix } from '@sonde/model/ota-packages/ota-package'
import { RefreshCcw } from 'lucide-react'
import { useMemo } from 'react'
import { useLatestTelemetry } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { progressOf, stateKeys } from './package-state.ts'

interface PackageProgressProps {
  readonly device: EntityId
  readonly type: PackageType
  readonly mayRetry: boolean
}

export function PackageProgress({ device, type, mayRetry }: PackageProgressProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const toasts = useToasts()
  const { telemetry } = useClient()
  const keys = useMemo(() => stateKeys(type), [type])
  const progress = progressOf(type, useLatestTelemetry(device, keys).values)
  const { isBusy, submit } = useSubmit((text) => toasts.show({ kind: 'error', text }))
  if (!progress) return null
  const { state, ts, percent, current, target, error } = progress

  /** Sends the package attributes to the device again, as if they were new. */
  const retry = () =>
    submit(async () => {
      const prefix = packageKeyPrefix[type]
      const quiet = { ignoreErrors: true }
      const shared = await telemetry.attributes(device, 'SHARED_SCOPE', null, quiet)
      const again = shared.filter(({ key }) => key.startsWith(`${prefix}_`))
      if (again.length === 0) throw new Error(t('otaUpdates.retryNothing'))
      await telemetry.save(device, { [`${prefix}_state`]: 'QUEUED' }, undefined, quiet)
      await telemetry.saveAttributes(
        device,
        'SHARED_SCOPE',
        Object.fromEntries(again.map(({ key, value }) => [key, value])),
        quiet,
      )
      await telemetry.save(device, { [`${prefix}_state`]: 'INITIATED' }, undefined, quiet)
      toasts.show({ kind: 'success', text: t('otaUpdates.retried', { type }) })
    })

  return (
    <div className="sd-package-progress" data-state={state}>
      <div className="sd-package-progress-head">
        <b>{t(`otaUpdates.state_${state}`)}</b>
        <span className="sd-text-2">{target}</span>
        <span className="sd-spacer" />
        <span className="sd-xs sd-text-3 sd-num" title={format.dateTime(ts)}>
          {format.when(ts, nowMs)}
        </span>
      </div>
      {state !== 'UPDATED' && state !== 'FAILED' && (
        <div
          className="sd-package-progress-bar"
          role="progressbar"
          aria-label={t(`inputs.${type}`)}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      {error && <p className="sd-package-progress-error">{error}</p>}
      {current && <p className="sd-xs sd-text-3">{t('otaUpdates.onDevice', { name: current })}</p>}
      {state === 'FAILED' && mayRetry && (
        <div>
          <Button
            size="sm"
            busy={isBusy}
            icon={<RefreshCcw size={16} strokeWidth={2} aria-hidden />}
            onClick={() => void retry()}
          >
            {t('otaUpdates.retryUpdate')}
          </Button>
        </div>
      )}
    </div>
  )
}
