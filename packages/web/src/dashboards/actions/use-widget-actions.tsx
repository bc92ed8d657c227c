/** Actions of a widget, for its component: what to offer, and how to run what the user chose. */

import type { ActionEntity } from '@sonde/model/dashboards/actions/action-target'
import {
  type ActionSource,
  actionsOf,
  showActionArgNames,
  type WidgetAction,
} from '@sonde/model/dashboards/actions/widget-action'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { DashboardContext } from '../dashboard-context.tsx'
import { NamedIcon } from '../title-icon.tsx'
import { useCallMemo } from '../use-call-memo.ts'
import { ActionContext } from './action-context.ts'

/** An action as the widget offers it. */
export interface OfferedAction {
  readonly action: WidgetAction
  /** Display text. */
  readonly name: string
  readonly icon: ReactNode
}

interface RunOptions {
  /** Entity of the clicked row or element. Undefined: the widget's active entity. */
  readonly entity?: ActionEntity | null
  /** Clicked element, where a popover opens. */
  readonly anchor?: Element | null
  /** Passed to user code: `{ entity }`, `{ alarm }` or the row. */
  readonly additionalParams?: unknown
}

export interface WidgetActions {
  /** Actions of a source, such as `rowClick`; sources for a single action use the first. */
  readonly of: (sourceId: ActionSource) => readonly OfferedAction[]
  /** Those whose condition holds for a row, or for the widget. `place` names the row; `data`: what conditions get. */
  readonly shown: (sourceId: ActionSource, place: string, data: () => unknown) => readonly OfferedAction[]
  readonly run: (action: OfferedAction | undefined, options: RunOptions) => void
  /** The entity that the user selected in the widget; null: none. */
  readonly setActiveEntity: (entity: ActionEntity | null) => void
  /** First entity of a widget that loads its entities itself: used until the user selects one. */
  readonly setFirstEntity: (entity: ActionEntity | null) => void
}

const iconPx = 16
/** Matches elements of HTML: a part of a drawing has no place of its own, so popovers open at what contains it. */
const htmlElements = ':not(svg, svg *)'

export function useWidgetActions(widget: DashboardWidget): WidgetActions {
  const context = useContext(ActionContext)
  const open = useContext(DashboardContext)
  const memo = useCallMemo(widget.id)
  return useMemo((): WidgetActions => {
    const offered = new Map<string, readonly OfferedAction[]>()

    function of(sourceId: ActionSource): readonly OfferedAction[] {
      if (!context) return []
      let list = offered.get(sourceId)
      if (!list) {
        list = actionsOf(widget, sourceId).map((action) => ({
          action,
          name: action.name,
          icon: <NamedIcon name={action.icon} size={iconPx} />,
        }))
        offered.set(sourceId, list)
      }
      return list
    }

    function shown(sourceId: ActionSource, place: string, dataOf: () => unknown): readonly OfferedAction[] {
      const list = of(sourceId)
      if (!list.some(({ action }) => hasCondition(action))) return list
      const data = dataOf()
      const input = JSON.stringify(data) ?? ''
      return list.filter(({ action }) => {
        if (!hasCondition(action)) return true
        const { name, showWidgetActionFunction: body } = action
        const named = { setting: 'showWidgetActionFunction', of: name, argNames: showActionArgNames, body }
        // Not shown until it is known, and not if the condition fails.
        return Boolean(memo.result(named, place, input, () => [data])?.value)
      })
    }

    function run(chosen: OfferedAction | undefined, { entity, anchor, additionalParams }: RunOptions): void {
      if (!chosen || !context) return
      context.run({
        action: chosen.action,
        widget,
        entity: entity === undefined ? context.active.of(widget, open) : entity,
        anchor: anchor?.closest<HTMLElement>(htmlElements) ?? null,
        additionalParams,
      })
    }

    return {
      of,
      shown,
      run,
      setActiveEntity: (entity) => context?.active.set(widget.id, entity),
      setFirstEntity: (entity) => context?.active.setFirst(widget.id, entity),
    }
  }, [widget, context, open, memo])
}

const hasCondition = ({ useShowWidgetActionFunction, showWidgetActionFunction }: WidgetAction): boolean =>
  useShowWidgetActionFunction && doesSomething(showWidgetActionFunction)

/** ID of the entity that is selected in the widget; null: none. */
export function useActiveEntityId(widgetId: string): string | null {
  const active = useContext(ActionContext)?.active
  return useSyncExternalStore(active?.subscribe ?? never, () => active?.get(widgetId)?.id.id ?? null)
}

const never = () => () => {}
