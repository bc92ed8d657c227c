/** Says in the list what an action does and where it leads; what doesn't exist is marked. */

import { isMobileActionType } from '@sonde/model/dashboards/actions/action-functions'
import { actionTypes } from '@sonde/model/dashboards/actions/widget-action'
import type { ActionDraft } from '@sonde/model/dashboards/editing/action-draft'
import { TriangleAlert } from 'lucide-react'
import type { Translate } from '../../../../locale/texts.ts'
import { useText } from '../../../../locale/use-text.tsx'
import { opensAs, type StateChoice } from './action-form.ts'
import { useTargetDashboard } from './use-target-dashboard.ts'

interface ActionTargetTextProps {
  readonly draft: ActionDraft
  /** States of the edited dashboard. */
  readonly states: readonly StateChoice[]
}

export function ActionTargetText({ draft, states }: ActionTargetTextProps) {
  const t = useText()
  const target = useTargetDashboard(draft.type === 'openDashboard' ? draft.targetDashboardId : '')
  const gone = goneText(draft, states, target.isMissing, t)
  if (gone)
    return (
      <span className="wa-note" data-error>
        <TriangleAlert size={14} strokeWidth={2} aria-hidden />
        <span className="sd-ellipsis">{gone}</span>
      </span>
    )
  const parts = [typeText(draft.type, t), ...leadsTo(draft, states, target.title, t)]
  return <span className="wa-note sd-ellipsis">{parts.filter((part) => part !== '').join(' · ')}</span>
}

export function typeText(type: string, t: Translate): string {
  const known = actionTypes.find((one) => one === type)
  return known ? t(`widgetActions.type_${known}`) : t('widgetActions.unknownType', { type })
}

function goneText(
  { type, targetDashboardStateId: id }: ActionDraft,
  states: readonly StateChoice[],
  isDashboardMissing: boolean,
  t: Translate,
): string {
  if (type === 'openDashboard') return isDashboardMissing ? t('widgetActions.goneDashboard') : ''
  const opensState = type === 'openDashboardState' || type === 'updateDashboardState'
  const isGone = opensState && id !== '' && !states.some((state) => state.id === id)
  return isGone ? t('widgetActions.goneState', { id }) : ''
}

function leadsTo(
  draft: ActionDraft,
  states: readonly StateChoice[],
  dashboardTitle: string,
  t: Translate,
): readonly string[] {
  const { type, targetDashboardStateId: id, mobileAction } = draft
  const state = states.find((one) => one.id === id)?.name ?? id
  switch (type) {
    case 'openDashboardState': {
      const as = opensAs(draft)
      const place = as === 'dialog' ? t('widgetActions.inDialog') : as === 'popover' ? t('widgetActions.inPopover') : ''
      return [state || t('widgetActions.rootState'), place]
    }
    case 'updateDashboardState':
      return [state || t('widgetActions.currentState')]
    case 'openDashboard':
      return [dashboardTitle]
    case 'mobileAction':
      return isMobileActionType(mobileAction.type) ? [t(`widgetActions.mobile_${mobileAction.type}`)] : []
    default:
      return []
  }
}
