/** Editor of a time window: tabs, interval, aggregation, time zone. */

import { type TimeWindow, visibleParts, WindowTab } from '@sonde/model/time-windows/time-window'
import { deriveWindow, shownRange, type WindowContext, zoneOf } from '@sonde/model/time-windows/window-commands'
import { sameWindow, windowProblem } from '@sonde/model/time-windows/window-edits'
import { History, Radio } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { FormButtons } from '../ui/dialog/form-buttons.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { AggregationFields } from './aggregation-fields.tsx'
import { HistoryFields, RealtimeFields } from './interval-fields.tsx'
import { TimezoneField } from './timezone-field.tsx'

export interface TimeWindowEditorProps {
  readonly value: TimeWindow
  readonly context: WindowContext
  /** Hides the realtime tab. */
  readonly isHistoryOnly?: boolean
  readonly onCancel: () => void
  readonly onUpdate: (window: TimeWindow) => void
}

export function TimeWindowEditor({ value, context, isHistoryOnly, onCancel, onUpdate }: TimeWindowEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState(value)
  const nowMs = useNow()
  const now = { ...context, nowMs }
  const shown = visibleParts(draft)
  const problem = windowProblem(draft, now)
  const form = useRef<HTMLFormElement>(null)
  // The editor loads after its popover took the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-selected="true"], select, input')?.focus(), [])
  const canUpdate = problem === null && !sameWindow(draft, value)

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (canUpdate) onUpdate(draft)
  }

  return (
    <form ref={form} className="tw-editor" onSubmit={submit} noValidate>
      {shown.interval && !isHistoryOnly && (
        <div className="sd-tabs tw-tabs" role="tablist" aria-label={t('dashboards.timeWindow')}>
          {(
            [
              [WindowTab.REALTIME, t('dashboards.realtime'), Radio],
              [WindowTab.HISTORY, t('dashboards.history'), History],
            ] as const
          ).map(([tab, label, Icon]) => (
            <button
              key={tab}
              type="button"
              role="tab"
              aria-selected={draft.selectedTab === tab}
              onClick={() => setDraft({ ...draft, selectedTab: tab })}
            >
              <Icon size={16} strokeWidth={2} aria-hidden />
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="tw-body">
        {shown.interval &&
          (draft.selectedTab === WindowTab.REALTIME ? (
            <RealtimeFields window={draft} onChange={setDraft} />
          ) : (
            <HistoryFields window={draft} onChange={setDraft} context={now} problem={problem} />
          ))}
        {(shown.aggregation || shown.aggInterval) && (
          <AggregationFields window={draft} onChange={setDraft} context={now} shown={shown} problem={problem} />
        )}
        {shown.timezone && (
          <TimezoneField
            value={draft.timezone}
            onChange={(timezone) => setDraft({ ...draft, timezone })}
            nowMs={context.nowMs}
          />
        )}
        {problem === null ? (
          <ShownRange window={draft} context={now} />
        ) : (
          <ProblemText problem={problem} context={now} />
        )}
      </div>
      <div className="tw-foot">
        <span className="tw-keys">
          <kbd>Enter</kbd> {t('dashboards.keyUpdate')} <kbd>Esc</kbd> {t('dashboards.keyCancel')}
        </span>
        <FormButtons action={t('dashboards.update')} isReady={canUpdate} onCancel={onCancel} />
      </div>
    </form>
  )
}

/** Preview of the resulting range, and whether it moves with time. */
function ShownRange({ window, context }: { window: TimeWindow; context: WindowContext }) {
  const t = useText()
  const format = useFormat(zoneOf(window, context.browserZone))
  const derived = deriveWindow(window, context)
  const { startMs, endMs } = shownRange(derived, context.nowMs)
  const isShort = endMs - startMs < 20 * 3_600_000
  const from = isShort ? format.clock(startMs) : format.dateTime(startMs)
  const moves = derived.kind === 'realtime' && derived.fixedUntilMs === null
  const to = moves ? t('dashboards.now') : isShort ? format.clock(endMs) : format.dateTime(endMs)
  return (
    <p className="tw-shown">
      <span>{t('dashboards.shows')}</span>
      <b className="sd-num">{t('dashboards.range', { from, to })}</b>
      <span>{moves ? t('dashboards.moving') : derived.kind === 'realtime' ? t('dashboards.growing') : ''}</span>
    </p>
  )
}

type Problem = NonNullable<ReturnType<typeof windowProblem>>

function ProblemText({ problem, context }: { problem: Problem; context: WindowContext }) {
  const t = useText()
  const texts: Readonly<Record<Problem, string>> = {
    'interval-empty': t('dashboards.problemInterval'),
    'period-order': t('dashboards.problemOrder'),
    'period-future': t('dashboards.problemFuture'),
    limit: t('dashboards.problemLimit', { max: context.datapointsMax }),
  }
  return (
    <p className="sd-field-note" data-error role="alert">
      {texts[problem]}
    </p>
  )
}
