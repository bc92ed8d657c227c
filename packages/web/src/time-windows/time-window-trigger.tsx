/** Button that shows the time window and opens its editor: in a popover, on phones in full screen. */

import '../ui/tabs/tabs.css'
import './time-window.css'
import { isLocked, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { zoneOf } from '@sonde/model/time-windows/window-commands'
import { ChevronDown, History } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLiveStatus } from '../live/use-live.ts'
import { useLocale, useText } from '../locale/use-text.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Popover } from '../ui/popover/popover.tsx'
import { LiveBadge } from '../ui/states/states.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { formatWindow, groupingWords } from './time-window-words.ts'
import { useWindowContext } from './window-context.ts'

const TimeWindowEditor = lazy(() =>
  import('./time-window-editor.tsx').then((module) => ({ default: module.TimeWindowEditor })),
)

export interface TimeWindowTriggerProps {
  readonly value: TimeWindow
  readonly onChange: (window: TimeWindow) => void
  /** For a widget's header: only text. */
  readonly isInline?: boolean
  /** For events: neither realtime nor aggregation. Uses the history tab of the window and hides the other parts. */
  readonly isHistoryOnly?: boolean
}

export function TimeWindowTrigger({
  value,
  onChange,
  isInline = false,
  isHistoryOnly = false,
}: TimeWindowTriggerProps) {
  const t = useText()
  const { intl } = useLocale()
  const context = useWindowContext()()
  const format = useFormat(zoneOf(value, context.browserZone))
  const isSmall = useWidth(isPhone)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const isConnected = useLiveStatus() === 'open'
  const words = formatWindow(value, context.browserZone, t, format)
  const grouping = groupingWords(value, context, intl, t)
  const isRealtime = value.selectedTab === WindowTab.REALTIME
  const close = () => setOpen(false)

  const editor = (
    <Suspense fallback={<div className="tw-editor tw-loading" />}>
      <TimeWindowEditor
        value={value}
        context={context}
        isHistoryOnly={isHistoryOnly}
        onCancel={close}
        onUpdate={(next) => {
          close()
          onChange(next)
        }}
      />
    </Suspense>
  )

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="sd-trigger tw-trigger"
        data-inline={isInline || undefined}
        disabled={isLocked(value)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {/* The accessible name is the visible text, after a prefix that sighted users infer from the position. */}
        <span className="sd-hidden-text">{t('dashboards.timeWindowIs')} </span>
        {!isInline &&
          (isRealtime ? <LiveBadge isLive={isConnected} /> : <History size={15} strokeWidth={2} aria-hidden />)}{' '}
        <b className="sd-ellipsis">{words}</b>{' '}
        {!isSmall && !isInline && !isHistoryOnly && <span className="tw-grouping sd-text-3">{grouping}</span>}
        <ChevronDown size={14} strokeWidth={2} aria-hidden />
      </button>
      {isSmall ? (
        isOpen && (
          <Dialog title={t('dashboards.timeWindow')} onClose={close} isFlush>
            {editor}
          </Dialog>
        )
      ) : (
        <Popover
          isOpen={isOpen}
          onClose={close}
          anchor={anchor}
          placement="bottom-end"
          label={t('dashboards.timeWindow')}
          className="tw-popover"
        >
          {editor}
        </Popover>
      )}
    </>
  )
}
