/** Details of one alarm: its cause, the chart around the time it was raised, facts and actions. */

import './alarms.css'
import '../entity-pages/entity-details.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Check, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useNow } from '../live/use-now.ts'
import { useLocale, useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button, type ButtonProps } from '../ui/button/button.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useObservable } from '../ui/observable.ts'
import { useFocusBack } from '../ui/overlay/focus-back.ts'
import { singleLetters } from '../ui/shortcuts/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { useAlarmActions } from './alarm-actions.ts'
import { openAlarmRefreshMs } from './alarm-changes.ts'
import { Assignee, Shelf } from './alarm-handling.tsx'
import { AlarmHistory } from './alarm-history.tsx'
import { AlarmState, isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { type AlarmSteps, StepButtons, useDialogKeys } from './alarm-steps.tsx'
import { originatorNameOf } from './alarm-table.tsx'
import { causeSentence } from './cause-sentence.ts'
import { SeverityChip } from './severity.tsx'
import { SimilarAlarms } from './similar-alarms.tsx'

const ShelveDialog = lazy(() => import('./shelve-dialog.tsx'))
const AlarmCurve = lazy(() => import('./alarm-curve.tsx'))

type HandlingKind = 'acknowledge' | 'clear'
type RunningCall = `${HandlingKind} ${string}`

interface AlarmDialogProps {
  readonly alarmId: string
  /** Alarm as known from the table, shown until the request completes. */
  readonly known: AlarmInfo | undefined
  /** Adjacent alarms in the list from which the dialog was opened. */
  readonly steps?: AlarmSteps
  readonly onClose: () => void
}

export function AlarmDialog({ alarmId, known, steps, onClose }: AlarmDialogProps) {
  const t = useText()
  const { alarms, acknowledge, clear, shelve } = useAlarmActions()
  // Several requests can be in flight at once: both of this alarm, and those of alarms viewed before.
  const [running, setRunning] = useState<ReadonlySet<RunningCall>>(new Set())
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', 'one', alarmId],
    queryFn: ({ signal }) => alarms.explained(alarmId, { signal, ignoreErrors: true }),
    refetchInterval: openAlarmRefreshMs,
  })
  // Comment drafts are stored per alarm. The number is limited by the rows of a page.
  const [drafts] = useState(() => new Map<string, string>())
  const account = useAccount()
  const [isShelving, setShelving] = useState(false)
  const alarm = data ?? known
  // Public visitors have no actions.
  const mayHandle = account !== null && !account.auth.isPublic

  const isRunning = (kind: HandlingKind) => running.has(`${kind} ${alarmId}`)
  async function run(kind: HandlingKind) {
    const own: RunningCall = `${kind} ${alarmId}`
    setRunning((now) => new Set([...now, own]))
    await (kind === 'acknowledge' ? acknowledge : clear)(alarmId)
      .catch(() => {})
      .finally(() => setRunning((now) => new Set([...now].filter((call) => call !== own))))
  }

  const head = useRef<HTMLSpanElement>(null)
  const mayAcknowledge = alarm !== undefined && !isSeenAlarm(alarm.status)
  const mayClear = alarm !== undefined && isActiveAlarm(alarm.status)
  useDialogKeys(head, {
    a: mayAcknowledge && !isRunning('acknowledge') ? () => void run('acknowledge') : undefined,
    c: mayClear && !isRunning('clear') ? () => void run('clear') : undefined,
  })

  return (
    <Dialog
      help={
        <>
          <span ref={head} hidden />
          {steps && <StepButtons {...steps} />}
          <HelpButton page="details/alarms" />
        </>
      }
      title={alarm?.type ?? t('alarms.title')}
      size={640}
      onClose={onClose}
      footer={
        <>
          {mayAcknowledge && (
            <PassingButton
              icon={<Check size={16} strokeWidth={2} aria-hidden />}
              busy={isRunning('acknowledge')}
              onClick={() => void run('acknowledge')}
            >
              {t('alarms.acknowledge')}
              <KeyHint letter="A" />
            </PassingButton>
          )}
          {mayClear && (
            <PassingButton
              icon={<CircleCheck size={16} strokeWidth={2} aria-hidden />}
              busy={isRunning('clear')}
              onClick={() => void run('clear')}
            >
              {t('alarms.clear')}
              <KeyHint letter="C" />
            </PassingButton>
          )}
          {mayHandle && data && !data.shelf && (
            <Button
              icon={<AlarmClock size={16} strokeWidth={2} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setShelving(true)}
            >
              {t('alarms.shelveMore')}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {alarm ? (
        <AlarmFacts key={alarmId} alarm={alarm} explained={data} mayHandle={mayHandle} drafts={drafts} />
      ) : error ? (
        <ErrorState title={t('alarms.oneFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="60%" height={20} />
      )}
      <Suspense>
        {isShelving && (
          <ShelveDialog
            count={1}
            onShelve={(shelf) => {
              setShelving(false)
              void shelve(alarmId, shelf).catch(() => {})
            }}
            onClose={() => setShelving(false)}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

/** Shortcut hint, shown if there is a keyboard and single-letter shortcuts are on. */
function KeyHint({ letter }: { readonly letter: string }) {
  const onPhone = useWidth(isPhone)
  const isOn = useObservable(singleLetters)
  return isOn && !onPhone && <kbd aria-hidden>{letter}</kbd>
}

/** Button that disappears after its action; the focus moves to the next button. */
function PassingButton(props: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useFocusBack(element, (button) => {
    const next = button.nextElementSibling
    return () => next
  })
  return <Button {...props} ref={element} />
}

interface AlarmFactsProps {
  readonly alarm: AlarmInfo
  /** Alarm with its cause; undefined while loading. */
  readonly explained: ExplainedAlarm | undefined
  readonly mayHandle: boolean
  readonly drafts: Map<string, string>
}

function AlarmFacts({ alarm, explained, mayHandle, drafts }: AlarmFactsProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const times = [
    ['alarms.created', alarm.createdTime],
    ['alarms.started', alarm.startTs],
    // The rule engine updates the end time on each re-evaluation, even while the alarm is active.
    ['alarms.lastUpdate', alarm.endTs === alarm.startTs ? 0 : alarm.endTs],
    ['alarms.acknowledgedAt', alarm.ackTs],
    ['alarms.clearedAt', alarm.clearTs],
  ] as const
  return (
    <>
      <div className="sd-alarm-head">
        <SeverityChip severity={alarm.severity} />
        <AlarmState status={alarm.status} />
      </div>
      {explained && mayHandle && <Shelf alarm={explained} />}
      <p className="sd-alarm-origin">
        <EntityKindIcon entityType={alarm.originator.entityType} />
        <EntityLink id={alarm.originator} name={originatorNameOf(alarm)} />
        <span className="sd-text-2 sd-num" title={format.dateTime(alarm.startTs)}>
          {t('alarms.raisedWhen', { when: format.when(alarm.startTs, nowMs) })}
        </span>
      </p>
      {explained ? <Cause alarm={explained} /> : <Skeleton width="70%" height={22} />}
      <section className="sd-alarm-curve" aria-label={t('alarms.curve')}>
        <Suspense fallback={<Skeleton width="100%" height={284} />}>
          {explained ? <AlarmCurve alarm={explained} /> : <Skeleton width="100%" height={284} />}
        </Suspense>
      </section>
      {explained && mayHandle && (
        <>
          <Assignee alarm={explained} />
          <AlarmHistory alarmId={explained.id.id} drafts={drafts} />
        </>
      )}
      {mayHandle && <SimilarAlarms alarm={alarm} />}
      <h3 className="sd-alarm-section">{t('alarms.facts')}</h3>
      <dl className="sd-facts">
        {times.map(
          ([label, ms]) =>
            ms > 0 && (
              <div key={label} className="sd-fact">
                <dt>{t(label)}</dt>
                <dd className="sd-num">{format.dateTime(ms)}</dd>
              </div>
            ),
        )}
      </dl>
      <h3 className="sd-alarm-section">{t('alarms.details')}</h3>
      {alarm.details === null || alarm.details === undefined ? (
        <p className="sd-text-2">{t('alarms.noDetails')}</p>
      ) : (
        <CodeBlock text={JSON.stringify(alarm.details, null, 2)} />
      )}
    </>
  )
}

function Cause({ alarm: { cause, deviceProfileName } }: { readonly alarm: ExplainedAlarm }) {
  const t = useText()
  const format = useFormat()
  const { intl } = useLocale()
  const lookup = useKeyLookup()
  const describe = (key: string) => lookup(key, deviceProfileName)
  const sentence = cause && causeSentence(cause, { t, format, language: intl, describe })
  return sentence ? (
    <p className="sd-alarm-cause">{sentence}</p>
  ) : (
    <p className="sd-sm sd-text-2">{t('alarms.noCause')}</p>
  )
}
