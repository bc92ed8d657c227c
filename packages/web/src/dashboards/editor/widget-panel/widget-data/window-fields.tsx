/** Whether a widget follows the dashboard's time window, or its own. */

import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { normalizeTimeWindow, type TimeWindow } from '@sonde/model/time-windows/time-window'
import { useMemo } from 'react'
import { useText } from '../../../../locale/use-text.tsx'
import { TimeWindowTrigger } from '../../../../time-windows/time-window-trigger.tsx'
import { useWindowContext } from '../../../../time-windows/window-context.ts'
import { CheckField, Switch } from '../../../../ui/field/text-field.tsx'
import type { DataEdit } from './data-edit.ts'

export function WindowFields({ edit }: { readonly edit: DataEdit }) {
  const t = useText()
  const context = useWindowContext()
  const { useDashboardTimewindow, displayTimewindow, timewindow } = edit.widget.config
  const window = useMemo(() => {
    const { nowMs, datapointsMax } = context()
    return normalizeTimeWindow(timewindow, nowMs, datapointsMax)
  }, [timewindow, context])
  const set = (name: string, value: unknown) => edit.run((before) => withMember(before, name, value))

  return (
    <section className="wd-section">
      <div className="wd-switch">
        <Switch
          label={t('widgetData.useDashboardWindow')}
          isChecked={useDashboardTimewindow}
          onChange={(next) => set('useDashboardTimewindow', next)}
        />
      </div>
      {!useDashboardTimewindow && (
        <>
          <div className="wd-window">
            <TimeWindowTrigger
              value={shownWindow(window, edit.widget.type === 'alarm')}
              onChange={(next) => set('timewindow', { ...next, ...hidingOf(window) })}
            />
          </div>
          <CheckField
            label={t('widgetData.displayWindow')}
            isChecked={displayTimewindow}
            onChange={(next) => set('displayTimewindow', next)}
          />
        </>
      )}
    </section>
  )
}

const hidingOf = ({ hideInterval, hideAggregation, hideAggInterval, hideTimezone }: TimeWindow) => ({
  hideInterval,
  hideAggregation,
  hideAggInterval,
  hideTimezone,
})

/** Authors change what is hidden from viewers. Alarms aren't aggregated. */
const shownWindow = (window: TimeWindow, isOfAlarms: boolean): TimeWindow => ({
  ...window,
  hideInterval: false,
  hideAggregation: isOfAlarms,
  hideAggInterval: isOfAlarms,
  hideTimezone: false,
})
