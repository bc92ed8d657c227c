/** A state in a dialog, or in a popover at the element that opened it. */

import './actions.css'
import { dialogTitle } from '@sonde/model/dashboards/actions/state-title'
import { type CSSProperties, useMemo } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { Placement } from '../../ui/overlay/place.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import { EmbeddedState } from './embedded-state.tsx'
import { cssLength, safeStyle } from './popover-style.ts'
import type { OpenOverlay } from './use-actions.ts'

interface StateOverlayProps {
  readonly overlay: OpenOverlay
  readonly dashboardTitle: string
  readonly configuration: Parameters<typeof dialogTitle>[0]
  readonly onClose: () => void
}

export function StateOverlay({ overlay, dashboardTitle, configuration, onClose }: StateOverlayProps) {
  const { entry, action, anchor } = overlay
  const title = dialogTitle(configuration, entry, action.dialogTitle, dashboardTitle)
  const anchorRef = useMemo(() => ({ current: anchor }), [anchor])
  if (anchor === null) {
    const { dialogWidth, dialogHeight } = action
    return (
      <Dialog title={title} onClose={onClose} isFlush className="db-dialog">
        <div
          className="db-dialog-state"
          style={
            {
              ...(dialogWidth > 0 && { '--db-dialog-width': `${dialogWidth}vw` }),
              ...(dialogHeight > 0 && { '--db-dialog-height': `${dialogHeight}vh` }),
            } as CSSProperties
          }
        >
          <EmbeddedState entry={entry} hidesToolbar={action.dialogHideDashboardToolbar} look={asItIs} />
        </div>
      </Dialog>
    )
  }
  return (
    <Popover
      isOpen
      onClose={onClose}
      anchor={anchorRef}
      label={title}
      placement={placementOf(action.popoverPreferredPlacement)}
      staysOpen={!action.popoverHideOnClickOutside}
      className="db-popover"
    >
      <div
        className="db-popover-state"
        style={
          {
            '--db-popover-width': cssLength(action.popoverWidth, '25vw'),
            '--db-popover-height': cssLength(action.popoverHeight, '25vh'),
            ...safeStyle(action.popoverStyle),
          } as CSSProperties
        }
      >
        <EmbeddedState entry={entry} hidesToolbar={action.popoverHideDashboardToolbar} look={filled} />
      </div>
    </Popover>
  )
}

const asItIs = { isAutoFilled: false, margin: null, backgroundColor: null }
const filled = { isAutoFilled: true, margin: null, backgroundColor: null }

/** Placement of the wire, such as `topLeft`, as one of ours. */
function placementOf(name: string): Placement {
  const [, side = 'top', align = ''] = /^(top|bottom|left|right)(\w*)$/.exec(name) ?? []
  if (side === 'left' || side === 'right') return side
  const edge = align === 'Left' ? '-start' : align === 'Right' ? '-end' : ''
  return `${side}${edge}` as Placement
}
