/** Header buttons of a widget: as many as fit next to the title, the others in the widget's menu. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { IconButton } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import './widget-actions.css'
import { formattedRows } from '../formatted-rows.ts'
import type { WidgetView } from '../widget-view.ts'
import { useWidgetActions } from './use-widget-actions.tsx'

const buttonPx = 32
/** Room for the title, the time window and the menu. */
const restPx = { titled: 190, bare: 48 }

interface HeaderActions {
  readonly buttons: ReactNode
  readonly items: readonly MenuItem[]
}

export function useHeaderActions(
  widget: DashboardWidget,
  view: WidgetView,
  frame: RefObject<HTMLElement | null>,
  isBare: boolean,
): HeaderActions {
  const actions = useWidgetActions(widget)
  const offered = actions.shown('headerButton', '', () => formattedRows(widget, view))
  const width = useFrameWidth(frame, offered.length > 0)
  if (offered.length === 0) return none
  const fitting = Math.max(0, Math.floor((width - (isBare ? restPx.bare : restPx.titled)) / buttonPx))
  return {
    buttons: offered
      .slice(0, fitting)
      .map((one) => (
        <IconButton
          key={one.action.id}
          className="widget-action"
          label={one.name}
          icon={one.icon}
          size="sm"
          onClick={(event) => actions.run(one, { anchor: event.currentTarget })}
        />
      )),
    items: offered.slice(fitting).map((one) => ({
      id: `action ${one.action.id}`,
      label: one.name,
      icon: one.icon,
      onSelect: () => actions.run(one, { anchor: frame.current?.querySelector('.widget-head') }),
    })),
  }
}

const none: HeaderActions = { buttons: null, items: [] }

/** Width of the frame, px, observed only if needed. */
function useFrameWidth(frame: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !isNeeded) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, isNeeded])
  return width
}
