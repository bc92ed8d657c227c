/** Everything about one alarm, and the two things that people do with it. */

import './alarms.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { EntityKind } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button, type ButtonProps } from '../ui/button/button.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useFocusBack } from '../ui/overlay/focus-back.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { useAlarmActions } from './alarm-actions.ts'
import { AlarmState, isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { originatorNameOf } from './alarm-table.tsx'
import { SeverityChip } from './severity.tsx'

interface AlarmDialogProps {
  readonly alarmId: string
  /** What the table knows of it, until the answer comes. */
  readonly known: AlarmInfo | undefined
  readonly onClose: () => void
}

export function AlarmDialog({ alarmId, known, onClose }: AlarmDialogProps) {
  const t = useText()
  const { alarms, acknowledge, clear } = useAlarmActions()
  const [running, setRunning] = useState<'acknowledge' | 'clear' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', 'one', alarmId],
    queryFn: ({ signal }) => alarms.info(alarmId, { signal, ignoreErrors: true }),
  })
  const alarm = data ?? known

  async function run(kind: 'acknowledge' | 'clear') {
    setRunning(kind)
    await (kind === 'acknowledge' ? acknowledge : clear)(alarmId)
      .catch(() => {})
      .finally(() => setRunning(null))
  }

  return (
    <Dialog
      help={<HelpButton page="details/alarms" />}
      title={alarm?.type ?? t('alarms.title')}
      size={640}
      onClose={onClose}
      footer={
        <>
          {alarm && !isSeenAlarm(alarm.status) && (
            <PassingButton
              icon={<Check size={16} strokeWidth={2} aria-hidden />}
              busy={running === 'acknowledge'}
              onClick={() => void run('acknowledge')}
            >
              {t('alarms.acknowledge')}
            </PassingButton>
          )}
          {alarm && isActiveAlarm(alarm.status) && (
            <PassingButton
              icon={<CircleCheck size={16} strokeWidth={2} aria-hidden />}
              busy={running === 'clear'}
              onClick={() => void run('clear')}
            >
              {t('alarms.clear')}
            </PassingButton>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {alarm ? (
        <AlarmFacts alarm={alarm} />
      ) : error ? (
        <ErrorState title={t('alarms.oneFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="60%" height={20} />
      )}
    </Dialog>
  )
}

/** Goes once it has done its work; the focus passes to the button behind it. */
function PassingButton(props: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useFocusBack(element, (button) => {
    const next = button.nextElementSibling
    return () => next
  })
  return <Button {...props} ref={element} />
}

function AlarmFacts({ alarm }: { alarm: AlarmInfo }) {
  const t = useText()
  const format = useFormat()
  const times = [
    ['alarms.created', alarm.createdTime],
    ['alarms.started', alarm.startTs],
    ['alarms.ended', alarm.endTs],
    ['alarms.acknowledgedAt', alarm.ackTs],
    ['alarms.clearedAt', alarm.clearTs],
  ] as const
  return (
    <>
      <div className="sd-alarm-head">
        <SeverityChip severity={alarm.severity} />
        <AlarmState status={alarm.status} />
      </div>
      <dl className="sd-facts">
        <dt>{t('alarms.originator')}</dt>
        <dd>
          <EntityLink id={alarm.originator} name={originatorNameOf(alarm)} />
          <span className="sd-xs sd-text-3">
            <EntityKind entityType={alarm.originator.entityType} />
          </span>
        </dd>
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
      <h3 className="sd-dialog-section">{t('alarms.details')}</h3>
      {alarm.details === null || alarm.details === undefined ? (
        <p className="sd-text-2">{t('alarms.noDetails')}</p>
      ) : (
        <CodeBlock text={JSON.stringify(alarm.details, null, 2)} />
      )}
    </>
  )
}
