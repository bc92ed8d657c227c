/** Current value of a key, above its chart: its state against the limits of alarm rules, its age, its unit and decimals. */

import { parseNumber, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { TsValue } from '@sonde/model/entity-query/entity-query'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { useWidgetView } from '../dashboards/dashboard-context.tsx'
import { KeySettingButtons } from '../key-descriptions/key-setting-buttons.tsx'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useMinuteText } from '../ui/format/use-minute-text.ts'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { timeOf } from './time-value.ts'
import type { ValueAlarm } from './use-value-alarms.ts'
import { valueWidgetId } from './value-dashboard.ts'
import { type KnownLimit, type StateHistory, sinceOf, stateOf } from './value-state.ts'

interface ValueNowProps {
  readonly chosenKey: string
  readonly latest: TsValue | undefined
  /** Value formatted as in the list. */
  readonly shown: string
  readonly description: KeyDescription | undefined
  /** Name of a device's profile. */
  readonly profile: string | undefined
  readonly limits: readonly KnownLimit[]
  readonly alarms: readonly ValueAlarm[]
  /** Whether the data layer of the chart is there. */
  readonly isOpen: boolean
}

export function ValueNow(props: ValueNowProps) {
  const { chosenKey, latest, shown, description, profile, limits, alarms, isOpen } = props
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const number = latest && timeOf(chosenKey, latest.value) === null ? parseNumber(latest.value) : null
  const unit = number === null ? undefined : description?.unit
  const State = isOpen ? StateInChart : ValueState
  return (
    <div className="sd-value-now">
      <b className="sd-num" title={latest?.value}>
        {!latest ? '–' : unit && shown.endsWith(unit) ? <WithUnit shown={shown} unit={unit} /> : shown}
      </b>
      {latest && (
        <div className="sd-value-about">
          {number !== null && (
            <State value={number} ts={latest.ts} description={description} limits={limits} alarms={alarms} />
          )}
          <span className="sd-xs sd-text-3" title={format.dateTime(latest.ts)}>
            {t('telemetry.updatedWhen', { when: format.when(latest.ts, nowMs) })}
          </span>
        </div>
      )}
      {isAdministrator && number !== null && (
        <div className="sd-value-settings">
          <KeySettingButtons of={chosenKey} profile={profile} />
        </div>
      )}
    </div>
  )
}

function WithUnit({ shown, unit }: { readonly shown: string; readonly unit: string }) {
  return (
    <>
      {shown.slice(0, -unit.length)}
      <small className="sd-value-unit">{unit}</small>
    </>
  )
}

interface ValueStateProps {
  readonly value: number
  /** Epoch ms of the value. */
  readonly ts: number
  readonly description: KeyDescription | undefined
  readonly limits: readonly KnownLimit[]
  readonly alarms: readonly ValueAlarm[]
  readonly history?: StateHistory
}

const noHistory: StateHistory = { column: { ts: new Float64Array(), values: new Float64Array() }, intervalMs: 0 }
/** Ms that the chart may lag behind the value, besides two of its intervals. */
const lagMs = 60_000

/** With the points of the chart, if they show the value itself and lead up to it. */
function StateInChart(props: ValueStateProps) {
  const [main] = useWidgetView(valueWidgetId).series
  if (!main || main.derived.agg === 'SUM' || main.derived.agg === 'COUNT') return <ValueState {...props} />
  const intervalMs = main.derived.agg === 'NONE' ? 0 : main.derived.interval
  const isCurrent = props.ts - lastTsOf(main.column) <= lagMs + 2 * intervalMs
  return <ValueState {...props} history={isCurrent ? { column: main.column, intervalMs } : noHistory} />
}

const lastTsOf = ({ ts }: SeriesColumn): number => ts.at(-1) ?? 0

/** Nothing if the value exceeds no limit. */
function ValueState({ value, description, limits, alarms, history = noHistory }: ValueStateProps) {
  const t = useText()
  const format = useFormat()
  const minuteText = useMinuteText()
  const nowMs = useNow()
  const state = stateOf(value, limits)
  if (!state) return null
  const { severity, next } = state
  const since = sinceOf(severity, limits, history, alarms)
  const decimals = description?.decimals ?? Math.max(decimalsOf(value), decimalsOf(next?.limit ?? 0))
  const parts = [
    since !== null && t('telemetry.stateSince', { time: minuteText(since, nowMs) }),
    next &&
      t('telemetry.stateToNext', {
        distance: format.number(next.distance, { decimals, fixed: true, unit: description?.unit }),
        severity: t(`alarms.${next.severity}`).toLowerCase(),
      }),
  ].filter((part) => typeof part === 'string')
  return (
    <span className="sd-value-state">
      <SeverityGlyph of={severity} size={14} />
      <span>
        <b>{t(`alarms.${severity}`)}</b>
        {since === null && next ? ', ' : ' '}
        {parts.join(', ')}
      </span>
    </span>
  )
}

const decimalsMax = 6
const decimalsOf = (value: number): number => Math.min(decimalsMax, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0)
