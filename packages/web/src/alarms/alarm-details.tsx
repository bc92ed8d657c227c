/**
 * Details of one alarm: its cause, the chart around the time it was raised, history, facts and actions. In a drawer next
 * to the list of all alarms, in a dialog above other pages, and as a sheet on phones.
 */

import './alarms.css'
import './alarm-details.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Check, CircleCheck, MessageSquare, X } from 'lucide-react'
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import type { EntitySteps } from '../entity-pages/use-open-entity.ts'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button, type ButtonProps, IconButton } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { useObservable } from '../ui/observable.ts'
import { focusableIn } from '../ui/overlay/focus.ts'
import { useFocusBack } from '../ui/overlay/focus-back.ts'
import { singleLetters } from '../ui/shortcuts/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { useAlarmActions } from './alarm-actions.ts'
import { openAlarmRefreshMs } from './alarm-changes.ts'
import { AlarmContent, AlarmMarks } from './alarm-content.tsx'
import { isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'
import { StepButtons, useDetailsKeys } from './alarm-steps.tsx'
import type { ListedAlarm } from './alarm-table.tsx'

const ShelveDialog = lazy(() => import('./shelve-dialog.tsx'))

type HandlingKind = 'acknowledge' | 'clear'
type RunningCall = `${HandlingKind} ${string}`

interface AlarmDetailsProps {
  readonly alarmId: string
  /** Alarm as known from the list, shown until the request completes. */
  readonly known: ListedAlarm | undefined
  /** Adjacent alarms in the list from which the details were opened. */
  readonly steps?: EntitySteps
  /** `list`: belongs next to the list of all alarms. `layer`: above any other page. */
  readonly place: 'list' | 'layer'
  /** What the user may do besides reading; default: everything that the account may. */
  readonly allowed?: { readonly acknowledge: boolean; readonly clear: boolean }
  /** Called when a link in the details is followed. Absent: the URL contains the open alarm, so the link closes it. */
  readonly onLeave?: () => void
  readonly onClose: () => void
}

const everything = { acknowledge: true, clear: true }

export function AlarmDetails({
  alarmId,
  known,
  steps,
  place,
  allowed = everything,
  onLeave,
  onClose,
}: AlarmDetailsProps) {
  const t = useText()
  const onPhone = useWidth(isPhone)
  const isBeside = useWidth((widthPx) => widthPx >= 1280) && place === 'list'
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
  const alarm: AlarmInfo | undefined = data ?? known
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

  const mark = useRef<HTMLSpanElement>(null)
  const mayAcknowledge = mayHandle && allowed.acknowledge && alarm !== undefined && !isSeenAlarm(alarm.status)
  const mayClear = mayHandle && allowed.clear && alarm !== undefined && isActiveAlarm(alarm.status)
  const mayShelve = mayHandle && data !== undefined && data.shelf === null
  useDetailsKeys(mark, {
    a: mayAcknowledge && !isRunning('acknowledge') ? () => void run('acknowledge') : undefined,
    c: mayClear && !isRunning('clear') ? () => void run('clear') : undefined,
  })

  const title = alarm?.type ?? t('alarms.title')
  const clearing = mayClear && (
    <PassingButton
      key="clear"
      kind={mayAcknowledge ? 'outlined' : 'filled'}
      icon={<CircleCheck size={16} strokeWidth={2} aria-hidden />}
      busy={isRunning('clear')}
      onClick={() => void run('clear')}
    >
      {t('alarms.clear')}
      <KeyHint letter="C" />
    </PassingButton>
  )
  const buttons = (
    <>
      {mayAcknowledge && (
        <PassingButton
          kind="filled"
          icon={<Check size={onPhone ? 20 : 16} strokeWidth={2} aria-hidden />}
          busy={isRunning('acknowledge')}
          onClick={() => void run('acknowledge')}
        >
          {t('alarms.acknowledge')}
          <KeyHint letter="A" />
        </PassingButton>
      )}
      {/* The filled button comes first; after acknowledging, that is this one. */}
      {!mayAcknowledge && clearing}
      {mayShelve && (
        <Button
          icon={<AlarmClock size={16} strokeWidth={2} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setShelving(true)}
        >
          {t('alarms.shelveMore')}
        </Button>
      )}
      {mayAcknowledge && clearing && (
        <>
          {!onPhone && <span className="sd-spacer" />}
          {clearing}
        </>
      )}
      {onPhone && mayHandle && (
        <Button
          icon={<MessageSquare size={16} strokeWidth={2} aria-hidden />}
          onClick={({ currentTarget }) =>
            currentTarget.closest('dialog')?.querySelector<HTMLElement>('.sd-alarm-new-comment textarea')?.focus()
          }
        >
          {t('alarms.send')}
        </Button>
      )}
    </>
  )
  const tools = (
    <>
      <span ref={mark} hidden />
      {steps && <StepButtons {...steps} withArrows={isBeside} />}
      <HelpButton page="details/alarms" />
    </>
  )
  const content = alarm ? (
    <AlarmContent
      key={alarmId}
      alarm={alarm}
      explained={data ?? explainedOf(known)}
      mayHandle={mayHandle}
      drafts={drafts}
      onPhone={onPhone}
      staysOpen={isBeside}
    />
  ) : error ? (
    <ErrorState title={t('alarms.oneFailed')} error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton width="60%" height={20} />
  )
  const shelving = (
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
  )

  if (place === 'layer' && !onPhone) {
    return (
      <Dialog
        help={tools}
        title={title}
        size={640}
        onClose={onClose}
        footer={<div className="sd-alarm-buttons">{buttons}</div>}
      >
        <LeavingLinks onLeave={onLeave}>
          {alarm && <AlarmMarks alarm={alarm} />}
          {content}
        </LeavingLinks>
        {shelving}
      </Dialog>
    )
  }
  return (
    <Drawer label={title} onClose={onClose}>
      <div className="sd-alarm-details">
        <div className="sd-alarm-tools">
          {alarm && <AlarmMarks alarm={alarm} />}
          <span className="sd-spacer" />
          {!onPhone && tools}
          <IconButton
            label={t('ui.close')}
            shortcut="Esc"
            icon={<X size={18} strokeWidth={1.75} />}
            onClick={onClose}
          />
        </div>
        <LeavingLinks onLeave={onLeave}>
          <div className="sd-alarm-title">
            {/* Gets the focus in a modal layer, which then begins at its top. */}
            <h2 tabIndex={-1} data-autofocus>
              {title}
            </h2>
            {onPhone && tools}
          </div>
          {content}
        </LeavingLinks>
        <div className="sd-alarm-buttons">{buttons}</div>
      </div>
      {shelving}
    </Drawer>
  )
}

/** Alarms in lists of all alarms contain what the details show first. */
const explainedOf = (known: ListedAlarm | undefined) =>
  known?.cause !== undefined &&
  known.assignee !== undefined &&
  known.shelf !== undefined &&
  known.deviceProfileName !== undefined
    ? {
        ...known,
        cause: known.cause,
        assignee: known.assignee,
        shelf: known.shelf,
        deviceProfileName: known.deviceProfileName,
      }
    : undefined

/** Scrolling part of the details. */
function LeavingLinks({
  onLeave,
  children,
}: {
  readonly onLeave: (() => void) | undefined
  readonly children: ReactNode
}) {
  const onClick = (event: MouseEvent) => {
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!isNewTab && event.target instanceof Element && event.target.closest('a[href]')) onLeave?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are clicked
    <div className="sd-alarm-body" onClick={onClick}>
      {children}
    </div>
  )
}

/** Shortcut hint, shown if there is a keyboard and single-letter shortcuts are on. */
function KeyHint({ letter }: { readonly letter: string }) {
  const onPhone = useWidth(isPhone)
  const isOn = useObservable(singleLetters)
  return isOn && !onPhone && <kbd aria-hidden>{letter}</kbd>
}

/** Button that disappears after its action; the focus moves to the first button of the footer. */
function PassingButton(props: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useFocusBack(element, (button) => {
    const footer = button.closest('.sd-alarm-buttons')
    const layer = button.closest<HTMLElement>('.sd-dialog, .sd-drawer')
    return () => footer?.querySelector('button') ?? (layer && focusableIn(layer)[0])
  })
  return <Button {...props} ref={element} />
}
