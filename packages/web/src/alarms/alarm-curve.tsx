/** Chart of a key around the time an alarm was raised, with the limit of its rule. */

import './alarm-curve.css'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useChartBoard } from '../charts/use-chart-board.tsx'
import { DashboardContext } from '../dashboards/dashboard-context.tsx'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useText } from '../locale/use-text.tsx'
import { kindOfValue, type ValueKind, valueWidgetId } from '../telemetry/value-dashboard.ts'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { useWindowContext } from '../time-windows/window-context.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { alarmCurveDashboard } from './alarm-curve-dashboard.ts'
import { useCurveKeys } from './curve-keys.ts'

export default function AlarmCurve({ alarm }: { readonly alarm: ExplainedAlarm }) {
  const t = useText()
  const { deviceProfileName } = alarm
  const lookup = useKeyLookup()
  const nameOf = (key: string) => keyName(key, lookup(key, deviceProfileName))
  const [chosen, choose] = useState<string | null>(null)
  const id = useId()
  const { data, keys, error, refetch } = useCurveKeys(alarm)
  if (error) {
    return <ErrorState title={t('alarms.curveFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (!keys) return <Skeleton width="100%" height={120} />
  const key = chosen ?? keys[0]
  if (key === undefined) return <p className="sd-text-2 sd-sm">{t('alarms.curveNone')}</p>
  const [point] = data?.[key] ?? []
  return (
    <Curve
      key={key}
      alarm={alarm}
      chosenKey={key}
      kind={kindOfValue(point === undefined || point.value === null ? undefined : String(point.value))}
      keys={
        keys.length === 1 ? (
          <span className="sd-sm sd-ellipsis" title={key}>
            {nameOf(key)}
          </span>
        ) : (
          <div className="sd-input sd-select sd-alarm-curve-key">
            <label className="sd-hidden-text" htmlFor={id}>
              {t('alarms.curveKey')}
            </label>
            <select id={id} value={key} onChange={(event) => choose(event.target.value)}>
              {keys.map((one) => (
                <option key={one} value={one}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </div>
        )
      }
    />
  )
}

interface CurveProps {
  readonly alarm: ExplainedAlarm
  readonly chosenKey: string
  readonly kind: ValueKind
  readonly keys: ReactNode
}

function Curve({ alarm, chosenKey, kind, keys }: CurveProps) {
  const t = useText()
  const format = useFormat()
  const windowContext = useWindowContext()
  // Rebuilds the chart only when a displayed property of the alarm changes, not on each reload.
  const shown = JSON.stringify({
    originator: alarm.originator,
    severity: alarm.severity,
    status: alarm.status.startsWith('ACTIVE') ? 'ACTIVE_UNACK' : 'CLEARED_UNACK',
    startTs: alarm.startTs,
    clearTs: alarm.clearTs,
    cause: alarm.cause,
  })
  const configuration = useMemo(() => {
    const { cause, ...facts } = JSON.parse(shown) as Pick<
      ExplainedAlarm,
      'originator' | 'severity' | 'status' | 'startTs' | 'clearTs' | 'cause'
    >
    const texts = {
      raised: t('alarms.raisedAt', { time: format.clock(cause?.ts || facts.startTs) }),
      cleared: t('alarms.clearedAtTime', { time: format.clock(facts.clearTs) }),
    }
    return alarmCurveDashboard(facts, cause, chosenKey, kind, texts, windowContext().nowMs)
  }, [shown, chosenKey, kind, t, format, windowContext])
  const { open, window, setWindow, frame } = useChartBoard(configuration)
  const widget = configuration.widgets[valueWidgetId]
  return (
    <DashboardContext value={open}>
      <div className="sd-alarm-curve-tools">
        {keys}
        <TimeWindowTrigger value={window} onChange={setWindow} />
      </div>
      <div className="sd-alarm-plot">{open && widget ? frame(widget) : <Skeleton width="100%" height={120} />}</div>
    </DashboardContext>
  )
}
