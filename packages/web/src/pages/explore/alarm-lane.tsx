/** Alarms of the shown entities as bars below the charts, on the same time axis. A bar leads to its alarm. */

import './alarm-lane.css'
import type { EntityId } from '@sonde/model/ids'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWidgetView } from '../../dashboards/dashboard-context.tsx'
import { chartId } from '../../explore/explore-dashboard.ts'
import type { Exploration } from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAlarmsOf, type ValueAlarm } from '../../telemetry/use-value-alarms.ts'
import { useElementSize } from '../../ui/element-size/use-element-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { SeverityGlyph } from '../../ui/severity/severity-glyph.tsx'
import { severityColors } from '../../ui/theme/severity-colors.ts'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { alarmLane, lanePartPx } from './lane-bars.ts'

interface AlarmLaneProps {
  readonly series: Exploration
  readonly zone: string
}

export function AlarmLane({ series, zone }: AlarmLaneProps) {
  const t = useText()
  const format = useFormat(zone)
  const alarms = useAlarmsOf(useEntities(series))
  // All charts have the same time axis.
  const [view] = useWidgetView(chartId(0)).series
  const [measured, size] = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement>(null)
  const watched = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      measured(element)
    },
    [measured],
  )
  const [plot, setPlot] = useState({ left: 0, width: 0 })
  // After each render, since the plot moves when the labels of its axis get longer.
  useLayoutEffect(() => {
    const own = box.current?.getBoundingClientRect()
    const over = box.current?.parentElement?.querySelector('.u-over')?.getBoundingClientRect()
    if (!own || !over) return
    const next = { left: Math.round(over.left - own.left), width: Math.round(over.width) }
    setPlot((before) => (before.left === next.left && before.width === next.width ? before : next))
  })
  const lane = useMemo(
    () => (view && size.width > 0 && plot.width > 0 ? alarmLane(alarms, view.range, plot.width) : null),
    [alarms, view, plot.width, size.width],
  )

  function textOf({ originatorName, type, severity, status, startTs, clearTs }: ValueAlarm): string {
    const time = status.startsWith('ACTIVE')
      ? t('telemetry.alarmSince', { time: format.dateTime(startTs) })
      : t('telemetry.alarmUntil', { start: format.dateTime(startTs), end: format.dateTime(clearTs) })
    return t('explore.alarm', { type, name: originatorName ?? '', severity: t(`alarms.${severity}`), time })
  }

  return (
    <div ref={watched}>
      {lane && lane.bars.length > 0 && (
        <section className="sd-explore-alarms" aria-label={t('telemetry.alarmsInWindow')}>
          <h2>{t('alarms.title')}</h2>
          <ul style={{ height: lane.rows * lanePartPx, marginLeft: plot.left, width: plot.width }}>
            {lane.bars.map(({ alarm, row, leftPx, widthPx, barLeftPx, barWidthPx, hasStart }) => (
              <li key={alarm.id.id}>
                <Tooltip text={textOf(alarm)}>
                  <Link
                    to="/alarms"
                    search={{ open: alarm.id.id, status: 'ANY' }}
                    aria-label={textOf(alarm)}
                    style={{ top: row * lanePartPx, left: leftPx, width: widthPx }}
                  >
                    <i
                      aria-hidden
                      style={
                        {
                          '--color': severityColors[alarm.severity],
                          left: barLeftPx,
                          width: barWidthPx,
                        } as CSSProperties
                      }
                    >
                      {hasStart && <SeverityGlyph of={alarm.severity} size={12} />}
                    </i>
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
          {lane.hidden > 0 && <p className="sd-text-3">{t('telemetry.alarmsMore', { count: lane.hidden })}</p>}
        </section>
      )}
    </div>
  )
}

/** Entities of the visible series; the same array while they are the same. */
function useEntities(series: Exploration): readonly EntityId[] {
  const text = JSON.stringify([
    ...new Map(series.filter(({ isHidden }) => !isHidden).map(({ entity }) => [entity.id, entity])).values(),
  ])
  return useMemo(() => JSON.parse(text) as EntityId[], [text])
}
