/** Content of an alarm's details, the same in every layer. */

import '../entity-pages/entity-details.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useNow } from '../live/use-now.ts'
import { useLocale, useText } from '../locale/use-text.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Skeleton } from '../ui/states/states.tsx'
import { Assignee, Shelf } from './alarm-handling.tsx'
import { AlarmHistory, useAlarmHistory } from './alarm-history.tsx'
import { AlarmOriginator, useOriginatorFacts, useOriginatorValue } from './alarm-originator.tsx'
import { AlarmState, isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { causeParts } from './cause-sentence.ts'
import { useCurveKeys } from './curve-keys.ts'
import { originatorNameOf } from './originator-name.ts'
import { SeverityChip } from './severity.tsx'
import { SimilarAlarms, useSimilarAlarms } from './similar-alarms.tsx'
import { useAlarmRule } from './use-alarm-rule.ts'

const AlarmCurve = lazy(() => import('./alarm-curve.tsx'))

/** Severity and state. */
export function AlarmMarks({ alarm: { severity, status } }: { readonly alarm: AlarmInfo }) {
  return (
    <div className="sd-alarm-head">
      <SeverityChip severity={severity} />
      <AlarmState status={status} />
    </div>
  )
}

interface AlarmContentProps {
  readonly alarm: AlarmInfo
  /** Alarm with its cause; undefined while loading. */
  readonly explained: ExplainedAlarm | undefined
  readonly mayHandle: boolean
  /** Unsent comments by alarm id. */
  readonly drafts: Map<string, string>
  readonly onPhone: boolean
  /** The details stay open when the list next to them changes. */
  readonly staysOpen: boolean
}

export function AlarmContent({ alarm, explained, mayHandle, drafts, onPhone, staysOpen }: AlarmContentProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  return (
    <>
      <p className="sd-alarm-origin">
        <EntityKindIcon entityType={alarm.originator.entityType} />
        <EntityLink id={alarm.originator} name={originatorNameOf(alarm)} />
        <span className="sd-text-2 sd-num" title={format.dateTime(alarm.startTs)}>
          {t('alarms.raisedWhen', { when: format.when(alarm.startTs, nowMs) })}
        </span>
      </p>
      {explained && mayHandle && <Shelf alarm={explained} />}
      {explained ? <Cause alarm={explained} /> : <Skeleton width="70%" height={22} />}
      <section className="sd-alarm-curve" aria-label={t('alarms.curve')}>
        <Suspense fallback={<Skeleton width="100%" height={120} />}>
          {explained ? <AlarmCurve alarm={explained} /> : <Skeleton width="100%" height={120} />}
        </Suspense>
      </section>
      {explained && <Sections {...{ explained, mayHandle, drafts, onPhone, staysOpen }} />}
    </>
  )
}

function RawDetails({ details }: { readonly details: AlarmInfo['details'] }) {
  const t = useText()
  return (
    <section className="sd-alarm-part" aria-label={t('alarms.details')}>
      <div className="sd-alarm-part-head">
        <h3>{t('alarms.details')}</h3>
      </div>
      {details === null || details === undefined ? (
        <p className="sd-sm sd-text-2">{t('alarms.noDetails')}</p>
      ) : (
        <CodeBlock text={JSON.stringify(details, null, 2)} />
      )}
    </section>
  )
}

type SectionsProps = Omit<AlarmContentProps, 'alarm' | 'explained'> & { readonly explained: ExplainedAlarm }

/** Shown when all of it is loaded, so that nothing moves. */
function Sections({ explained, mayHandle, drafts, onPhone, staysOpen }: SectionsProps) {
  const history = useAlarmHistory(explained.id.id, mayHandle)
  const similar = useSimilarAlarms(explained, mayHandle)
  const originator = useOriginatorFacts(explained, mayHandle)
  const value = useCurveKeys(explained)
  const rule = useAlarmRule(explained, mayHandle)
  // What failed is requested again, and must not hold up the rest. Not everybody's rule is requested.
  const isLoading =
    [history, similar, originator, value].some((query) => query.isPending && query.failureCount === 0) ||
    (rule.isLoading && rule.failureCount === 0)
  // Stays true: parts that request again when they are rendered would otherwise be replaced by the skeleton at once.
  const [isReady, setReady] = useState(!isLoading)
  if (!isReady && !isLoading) setReady(true)
  const facts = (
    <>
      <Times alarm={explained} />
      <RawDetails details={explained.details} />
    </>
  )
  if (!mayHandle) return facts
  if (!isReady) return <Skeleton width="80%" height={160} />
  return (
    <>
      {onPhone && <Figures alarm={explained} similar={similar.data?.count} />}
      <div className="sd-alarm-part">
        <Assignee alarm={explained} />
      </div>
      <AlarmHistory
        alarmId={explained.id.id}
        rule={rule.data ?? null}
        drafts={drafts}
        waitingSince={isSeenAlarm(explained.status) ? null : explained.startTs}
      />
      <AlarmOriginator alarm={explained} facts={originator.data} />
      {similar.data && <SimilarAlarms alarm={explained} {...similar.data} staysOpen={staysOpen} />}
      {facts}
    </>
  )
}

interface FiguresProps {
  readonly alarm: ExplainedAlarm
  readonly similar: number | undefined
}

/** Three figures: the value now, how long the alarm lasts, and how often it was raised. */
function Figures({ alarm, similar }: FiguresProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const value = useOriginatorValue(alarm)
  const isActive = isActiveAlarm(alarm.status)
  const lasted = Math.max(0, (isActive ? nowMs : alarm.clearTs) - alarm.startTs)
  const figures: readonly (readonly [label: string, figure: ReactNode, title: string | undefined])[] = [
    [t('alarms.valueNow'), value?.text ?? t('ui.none'), value && `${value.name}, ${format.dateTime(value.ts)}`],
    [t(isActive ? 'alarms.activeFor' : 'alarms.lasted'), format.span(lasted), undefined],
    [
      t('alarms.inDays'),
      similar === undefined ? t('ui.none') : t('alarms.similarCount', { count: similar }),
      undefined,
    ],
  ]
  return (
    <dl className="sd-alarm-figures">
      {figures.map(([label, figure, title]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sd-num" title={title}>
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Times({ alarm }: { readonly alarm: AlarmInfo }) {
  const t = useText()
  const format = useFormat()
  const times = [
    ['alarms.created', alarm.createdTime],
    ['alarms.started', alarm.startTs],
    // The rule engine updates the end time on each re-evaluation, even while the alarm is active.
    ['alarms.lastUpdate', alarm.endTs === alarm.startTs ? 0 : alarm.endTs],
    ['alarms.acknowledgedAt', alarm.ackTs],
    ['alarms.clearedAt', alarm.clearTs],
  ] as const
  return (
    <section className="sd-alarm-part" aria-label={t('alarms.facts')}>
      <div className="sd-alarm-part-head">
        <h3>{t('alarms.facts')}</h3>
      </div>
      <dl className="sd-alarm-facts" data-wide>
        {times.map(
          ([label, ms]) =>
            ms > 0 && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd className="sd-num">{format.dateTime(ms)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function Cause({ alarm: { cause, deviceProfileName } }: { readonly alarm: ExplainedAlarm }) {
  const t = useText()
  const format = useFormat()
  const { intl } = useLocale()
  const lookup = useKeyLookup()
  const describe = (key: string) => lookup(key, deviceProfileName)
  const parts = cause && causeParts(cause, { t, format, language: intl, describe })
  return parts ? (
    <p className="sd-alarm-cause">
      {parts.map(({ text, isValue }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts have no other identity
        isValue ? <b key={at}>{text}</b> : text,
      )}
    </p>
  ) : (
    <p className="sd-sm sd-text-2">{t('alarms.noCause')}</p>
  )
}
