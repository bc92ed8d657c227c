/** Panel of the alarm bell: the most severe active unacknowledged alarms. */

import './alarm-bell-panel.css'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { RefObject } from 'react'
import type { useUnacknowledgedAlarms } from '../alarms/use-unacknowledged-alarms.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Popover } from '../ui/popover/popover.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'

interface AlarmBellPanelProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly query: ReturnType<typeof useUnacknowledgedAlarms>
  readonly onClose: () => void
  readonly onOpen: (alarm: AlarmInfo) => void
  /** Undefined until the setting is loaded. */
  readonly onNotices: (() => void) | undefined
}

export function AlarmBellPanel({ anchor, query, onClose, onOpen, onNotices }: AlarmBellPanelProps) {
  const t = useText()
  const { data, error, refetch } = query
  return (
    <Popover
      isOpen
      onClose={onClose}
      anchor={anchor}
      label={t('alarms.bellTitle')}
      placement="bottom-end"
      className="sd-bell-panel"
    >
      <div className="sd-bell-head">
        <h2>{t('alarms.bellTitle')}</h2>
        {data && data.totalElements > data.data.length && (
          <span className="sd-xs sd-text-3 sd-num">
            {t('alarms.bellMore', { count: data.data.length, total: data.totalElements })}
          </span>
        )}
      </div>
      {error && !data ? (
        <ErrorState title={t('alarms.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="sd-bell-note" aria-busy>
          <Skeleton width="80%" height={14} />
        </p>
      ) : data.data.length === 0 ? (
        <p className="sd-bell-note">
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden />
          {t('alarms.bellNone')}
        </p>
      ) : (
        <ul>
          {data.data.map((alarm) => (
            <li key={alarm.id.id}>
              <Row alarm={alarm} onOpen={() => onOpen(alarm)} />
            </li>
          ))}
        </ul>
      )}
      <div className="sd-bell-foot">
        <Link to="/alarms" search={{}} className="sd-sm sd-medium" onClick={onClose}>
          {t('alarms.all')}
        </Link>
        {onNotices && (
          <Button kind="plain" size="sm" aria-haspopup="dialog" onClick={onNotices}>
            {t('alarms.notices')}
          </Button>
        )}
      </div>
    </Popover>
  )
}

function Row({ alarm, onOpen }: { alarm: AlarmInfo; onOpen: () => void }) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  return (
    <button type="button" onClick={onOpen}>
      <SeverityGlyph of={alarm.severity} size={16} />
      <span className="sd-hidden-text">{t(`alarms.${alarm.severity}`)}</span>
      <span className="sd-bell-alarm">
        <b>{alarm.type}</b>
        <span className="sd-xs sd-text-3">{alarm.originatorName || alarm.originator.id}</span>
      </span>
      <span className="sd-xs sd-text-3 sd-num" title={format.dateTime(alarm.startTs)}>
        {format.when(alarm.startTs, nowMs)}
      </span>
    </button>
  )
}
