/** History of an alarm, newest first, with a comment field. */

import './alarm-history.css'
import { type AlarmEntry, commentLengthMax } from '@sonde/model/alarms/alarm-history'
import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  AlarmClock,
  AlarmClockOff,
  Check,
  CircleCheck,
  CircleDashed,
  Pencil,
  SendHorizontal,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNow } from '../live/use-now.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import type { Format } from '../ui/format/format.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { ErrorState } from '../ui/states/states.tsx'
import { initials } from '../users/initials.ts'
import { useAlarmActions } from './alarm-actions.ts'
import { openAlarmRefreshMs } from './alarm-changes.ts'
import type { RaisingRule } from './use-alarm-rule.ts'

type Comment = Extract<AlarmEntry, { kind: 'COMMENT' }>

interface AlarmHistoryProps {
  readonly alarmId: string
  /** Rule that raised the alarm; null: none, or unknown to the user. */
  readonly rule: RaisingRule | null
  /** Unsent comments by alarm id. */
  readonly drafts: Map<string, string>
  /** Start of an unacknowledged alarm, epoch ms; null: it's acknowledged. */
  readonly waitingSince: number | null
}

export function useAlarmHistory(alarmId: string, isWanted: boolean) {
  const { alarms } = useAlarmActions()
  return useQuery({
    queryKey: ['alarms', 'history', alarmId],
    enabled: isWanted,
    queryFn: ({ signal }) => alarms.history(alarmId, { signal, ignoreErrors: true }),
    refetchInterval: openAlarmRefreshMs,
  })
}

/** Rendered once the history is loaded, or has failed to. */
export function AlarmHistory({ alarmId, rule, drafts, waitingSince }: AlarmHistoryProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const { comment, deleteComment, restoreComment } = useAlarmActions()
  /** Id of the last deleted comment, for undo. A toast would be hidden behind the dialog. */
  const [deleted, setDeleted] = useState<string | null>(null)
  const { data, error, refetch } = useAlarmHistory(alarmId, true)
  return (
    <section className="sd-alarm-part" aria-label={t('alarms.history')}>
      <div className="sd-alarm-part-head">
        <h3>{t('alarms.history')}</h3>
        <span className="sd-xs sd-text-3">{t('alarms.newestFirst')}</span>
      </div>
      {deleted !== null && (
        <p className="sd-alarm-deleted" role="status">
          {t('alarms.commentDeleted')}
          <Button
            size="sm"
            onClick={() =>
              void restoreComment(alarmId, deleted).then(
                () => setDeleted(null),
                () => {},
              )
            }
          >
            {t('ui.undo')}
          </Button>
        </p>
      )}
      {data ? (
        <ol className="sd-alarm-history">
          {waitingSince !== null && (
            <li className="sd-alarm-entry">
              <span className="sd-alarm-entry-icon">
                <CircleDashed size={14} strokeWidth={2} aria-hidden />
              </span>
              <span className="sd-text-2">{t('alarms.waiting')}</span>
              <span className="sd-xs sd-text-3 sd-num">{format.span(Math.max(0, nowMs - waitingSince))}</span>
            </li>
          )}
          {data.toReversed().map((entry) => (
            <li key={`${entry.id} ${entry.kind}`}>
              {entry.kind === 'COMMENT' ? (
                <CommentEntry
                  alarmId={alarmId}
                  entry={entry}
                  onDelete={() =>
                    void deleteComment(alarmId, entry.id).then(
                      () => setDeleted(entry.id),
                      () => {},
                    )
                  }
                />
              ) : (
                <Entry entry={entry} rule={rule} />
              )}
            </li>
          ))}
        </ol>
      ) : (
        error && <ErrorState title={t('alarms.historyFailed')} error={error} isSmall onRetry={() => void refetch()} />
      )}
      <CommentField
        label={t('alarms.comment')}
        action={t('alarms.send')}
        draft={drafts.get(alarmId)}
        onDraft={(text) => drafts.set(alarmId, text)}
        onSend={(text) => comment(alarmId, text)}
      />
    </section>
  )
}

interface CommentFieldProps {
  readonly label: string
  readonly action: string
  /** Stored text, when editing a comment. */
  readonly text?: string
  /** Unsent text. */
  readonly draft?: string | undefined
  readonly onDraft?: (text: string) => void
  readonly onSend: (text: string) => Promise<unknown>
  readonly onCancel?: () => void
}

/** Ctrl+Enter sends. The text stays if sending fails. */
function CommentField({ label, action, text: stored = '', draft, onDraft, onSend, onCancel }: CommentFieldProps) {
  const t = useText()
  const [text, setText] = useState(draft ?? stored)
  const [isBusy, setBusy] = useState(false)
  const isReady = text.trim() !== '' && text !== stored

  function write(next: string) {
    setText(next)
    onDraft?.(next)
  }

  async function send() {
    if (!isReady || isBusy) return
    setBusy(true)
    // A failed request shows its error in a toast.
    await onSend(text.trim()).then(
      () => write(''),
      () => {},
    )
    setBusy(false)
  }

  return (
    <form
      className={onCancel ? 'sd-alarm-comment-field' : 'sd-alarm-comment-field sd-alarm-new-comment'}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="sd-input sd-input-area">
        <textarea
          aria-label={label}
          placeholder={label}
          rows={onCancel ? 2 : 1}
          maxLength={commentLengthMax}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              void send()
            } else if (event.key === 'Escape' && onCancel) {
              event.stopPropagation()
              onCancel()
            }
          }}
        />
        {!onCancel && (
          <kbd className="sd-alarm-send-key" aria-hidden>
            Ctrl ↵
          </kbd>
        )}
      </div>
      {onCancel ? (
        <div className="sd-alarm-comment-buttons">
          <Button kind="plain" size="sm" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" size="sm" busy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      ) : (
        <IconButton
          label={action}
          type="submit"
          icon={<SendHorizontal size={18} strokeWidth={1.75} aria-hidden />}
          disabled={!isReady || isBusy}
        />
      )}
    </form>
  )
}

interface CommentEntryProps {
  readonly alarmId: string
  readonly entry: Comment
  readonly onDelete: () => void
}

function CommentEntry({ alarmId, entry, onDelete }: CommentEntryProps) {
  const t = useText()
  const account = useAccount()
  const { changeComment } = useAlarmActions()
  const [isEdited, setEdited] = useState(false)
  const isOwn = entry.by !== null && entry.by.id === account?.auth.userId
  return (
    <>
      <EntryLine
        icon={<span className="sd-avatar" data-initials={initials(entry.by?.name ?? '')} aria-hidden />}
        ts={entry.ts}
      >
        <b>{entry.by?.name}</b> {t('alarms.commented')}
        {entry.editedTs > 0 && <span className="sd-xs sd-text-3"> {t('alarms.edited')}</span>}
      </EntryLine>
      {isEdited ? (
        <CommentField
          label={t('alarms.comment')}
          action={t('ui.save')}
          text={entry.text}
          onSend={async (text) => {
            await changeComment(alarmId, entry.id, text)
            setEdited(false)
          }}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <div className="sd-alarm-comment">
          <p>{entry.text}</p>
          {isOwn && (
            <span>
              <IconButton
                label={t('alarms.editComment')}
                size="sm"
                icon={<Pencil size={14} strokeWidth={2} />}
                onClick={() => setEdited(true)}
              />
              <IconButton
                label={t('alarms.deleteComment')}
                size="sm"
                icon={<Trash2 size={14} strokeWidth={2} />}
                onClick={onDelete}
              />
            </span>
          )}
        </div>
      )}
    </>
  )
}

interface EntryProps {
  readonly entry: Exclude<AlarmEntry, Comment>
  readonly rule: RaisingRule | null
}

function Entry({ entry, rule }: EntryProps) {
  const t = useText()
  const format = useFormat()
  return (
    <EntryLine icon={iconOf(entry)} ts={entry.ts}>
      {entry.kind === 'RAISED' && rule ? (
        <RaisedBy severity={entry.severity} rule={rule} />
      ) : (
        entryWords(entry, t, format)
      )}
    </EntryLine>
  )
}

/** Stands for the link in the translated sentence; a control character, which no text contains. */
const linkMark = '\u0002'

function RaisedBy({ severity, rule }: { readonly severity: AlarmSeverity; readonly rule: RaisingRule }) {
  const t = useText()
  const sentence = t('alarms.entryRaisedByRule', { severity: t(`alarms.${severity}`), rule: linkMark })
  const [before, after] = sentence.split(linkMark)
  return (
    <>
      {before}
      <Link to="/deviceProfiles" search={{ open: rule.profileId, tab: 'alarmRules' }}>
        {rule.alarmType}
      </Link>
      {after}
    </>
  )
}

function EntryLine({ icon, ts, children }: { icon: ReactNode; ts: number; children: ReactNode }) {
  const format = useFormat()
  const nowMs = useNow()
  return (
    <div className="sd-alarm-entry">
      <span className="sd-alarm-entry-icon">{icon}</span>
      <span>{children}</span>
      <time className="sd-xs sd-text-3 sd-num" dateTime={new Date(ts).toISOString()} title={format.dateTime(ts)}>
        {format.when(ts, nowMs)}
      </time>
    </div>
  )
}

function iconOf(entry: Exclude<AlarmEntry, Comment>): ReactNode {
  const size = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const
  switch (entry.kind) {
    case 'RAISED':
    case 'SEVERITY':
      return <SeverityGlyph of={entry.severity} />
    case 'ACKNOWLEDGED':
      return <Check {...size} />
    case 'CLEARED':
      return <CircleCheck {...size} />
    case 'UNACKNOWLEDGED':
    case 'REOPENED':
      return <Undo2 {...size} />
    case 'ASSIGNED':
    case 'UNASSIGNED':
      return <UserRound {...size} />
    case 'SHELVED':
      return <AlarmClock {...size} />
    case 'UNSHELVED':
      return <AlarmClockOff {...size} />
  }
}

function entryWords(entry: Exclude<AlarmEntry, Comment>, t: Translate, format: Format): string {
  const name = entry.by?.name ?? ''
  const by = entry.by ? 'user' : 'none'
  switch (entry.kind) {
    case 'RAISED':
      return t('alarms.entryRaised', { severity: t(`alarms.${entry.severity}`) })
    case 'SEVERITY':
      return t('alarms.entrySeverity', {
        before: t(`alarms.${entry.before}`),
        severity: t(`alarms.${entry.severity}`),
        by,
        name,
      })
    case 'ACKNOWLEDGED':
      return t('alarms.entryAcknowledged', { by, name })
    case 'CLEARED':
      return t('alarms.entryCleared', { by, name })
    case 'UNACKNOWLEDGED':
      return t('alarms.entryUnacknowledged', { name })
    case 'REOPENED':
      return t('alarms.entryReopened', { name })
    case 'ASSIGNED':
      return t('alarms.entryAssigned', { name, assignee: entry.assignee.name })
    case 'UNASSIGNED':
      return t('alarms.entryUnassigned', { name })
    case 'SHELVED':
      return t('alarms.entryShelved', { name, until: format.dateTime(entry.until), reason: entry.reason })
    case 'UNSHELVED':
      return t('alarms.entryUnshelved', { by, name })
  }
}
