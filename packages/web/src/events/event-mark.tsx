/** Icon of an event: failure, success, statistics, incoming or outgoing message. */

import './events.css'
import type { Event, EventType } from '@sonde/model/events/event'
import { ArrowDownToLine, ArrowUpFromLine, ChartColumn, CircleCheck, CircleX } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { eventSucceeded, eventText } from './event-body.ts'

export function EventMark({ event, kind }: { readonly event: Event; readonly kind: EventType }) {
  const t = useText()
  const hasFailed =
    kind === 'ERROR' || eventText(event, 'error') !== '' || (kind === 'LC_EVENT' && !eventSucceeded(event))
  const isOut = eventText(event, 'type') === 'OUT'
  const Icon = hasFailed
    ? CircleX
    : kind === 'STATS'
      ? ChartColumn
      : kind === 'LC_EVENT'
        ? CircleCheck
        : isOut
          ? ArrowUpFromLine
          : ArrowDownToLine
  return (
    <span className="sd-event-mark" data-failed={hasFailed || undefined}>
      <Icon size={16} strokeWidth={2} aria-hidden />
      {hasFailed && <span className="sd-hidden-text">{t('events.failure')}</span>}
    </span>
  )
}
