/** Form of an action: its draft, fields as they are typed, and what is wrong with them. */

import { isMobileActionType } from '@sonde/model/dashboards/actions/action-functions'
import { sourceRules } from '@sonde/model/dashboards/actions/action-sources'
import { actionsMax } from '@sonde/model/dashboards/actions/widget-action'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { ActionDraft } from '@sonde/model/dashboards/editing/action-draft'
import { isActionNameTaken, storedActions } from '@sonde/model/dashboards/editing/widget-actions'
import { isJsonObject, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import type { MessageKey } from '../../../../locale/messages.ts'
import { cssLength } from '../../../actions/popover-style.ts'

/** Fields that are typed as text; the draft has what the text says once it is valid. */
interface TypedFields {
  readonly dialogWidth: string
  readonly dialogHeight: string
  readonly popoverStyle: string
}

export interface ActionForm {
  readonly draft: ActionDraft
  readonly typed: TypedFields
}

/** An action in its editor. */
export interface OpenAction {
  /** As stored when the editor opened; null: a new action. */
  readonly stored: JsonObject | null
  /** As the editor opened. */
  readonly start: ActionForm
  readonly form: ActionForm
}

export function openAction(stored: JsonObject | null, draft: ActionDraft): OpenAction {
  const { dialogWidth, dialogHeight, popoverStyle } = draft
  const percent = (value: number) => (value === 0 ? '' : String(value))
  const form = {
    draft,
    typed: {
      dialogWidth: percent(dialogWidth),
      dialogHeight: percent(dialogHeight),
      popoverStyle: Object.keys(popoverStyle).length === 0 ? '' : JSON.stringify(popoverStyle, null, 2),
    },
  }
  return { stored, start: form, form }
}

/** Whether something was entered that closing the editor would lose. */
export const isUnapplied = ({ start, form }: OpenAction): boolean =>
  start !== form && JSON.stringify(start) !== JSON.stringify(form)

/** The draft with what was typed, if that is valid. */
export const enteredDraft = ({ draft, typed }: ActionForm): ActionDraft => ({
  ...draft,
  dialogWidth: percentOf(typed.dialogWidth) ?? draft.dialogWidth,
  dialogHeight: percentOf(typed.dialogHeight) ?? draft.dialogHeight,
  popoverStyle: styleOf(typed.popoverStyle) ?? draft.popoverStyle,
})

/** 0: empty, which is the default size. Null: not valid. */
function percentOf(text: string): number | null {
  if (text.trim() === '') return 0
  const number = Number(text)
  return number >= 1 && number <= 100 ? number : null
}

function styleOf(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** A state that an action can open. */
export interface StateChoice {
  readonly id: string
  readonly name: string
}

export const stateChoices = (configuration: unknown): readonly StateChoice[] =>
  Object.entries(objectOf(objectOf(configuration).states)).map(([id, state]) => ({
    id,
    name: textOf(objectOf(state).name) ?? id,
  }))

/** How an action shows its state. */
export type OpensAs = 'state' | 'dialog' | 'popover'

export const opensAs = ({ openInSeparateDialog, openInPopover }: ActionDraft): OpensAs =>
  openInSeparateDialog ? 'dialog' : openInPopover ? 'popover' : 'state'

export type ActionFieldName =
  | 'source'
  | 'name'
  | 'state'
  | 'dashboard'
  | 'mobile'
  | 'dialogWidth'
  | 'dialogHeight'
  | 'popoverWidth'
  | 'popoverHeight'
  | 'popoverStyle'

export type ActionErrors = Partial<Readonly<Record<ActionFieldName, MessageKey>>>

/** The dashboard that an action opens; null: its states aren't known, or not yet. */
export interface TargetDashboard {
  readonly isMissing: boolean
  readonly states: readonly StateChoice[] | null
}

interface ErrorContext {
  /** Configuration of the widget. */
  readonly config: JsonObject
  readonly stored: JsonObject | null
  readonly states: readonly StateChoice[]
  readonly target: TargetDashboard
}

export function actionErrors({ draft, typed }: ActionForm, context: ErrorContext): ActionErrors {
  return {
    ...sourceErrors(draft, context),
    ...(draft.type === 'openDashboardState' && overlayErrors(draft, typed)),
    ...targetErrors(draft, context),
    ...(draft.type === 'mobileAction' &&
      !isMobileActionType(draft.mobileAction.type) && { mobile: 'widgetActions.error_mobile' as const }),
  }
}

function sourceErrors({ sourceId, name }: ActionDraft, { config, stored }: ErrorContext): ActionErrors {
  const all = storedActions(config)
  const others = all.filter((one) => one.sourceId === sourceId && one.json !== stored)
  const isNewHere = !all.some((one) => one.sourceId === sourceId && one.json === stored)
  const isFull = !sourceRules(sourceId).isMultiple && others.length > 0
  return {
    ...(isNewHere && isFull && { source: 'widgetActions.error_sourceFull' as const }),
    ...(isNewHere && others.length >= actionsMax && { source: 'widgetActions.error_sourceMax' as const }),
    ...(name.trim() === ''
      ? { name: 'widgetActions.error_name' as const }
      : isActionNameTaken(config, sourceId, name, stored) && { name: 'widgetActions.error_nameTaken' as const }),
  }
}

function targetErrors(
  { type, targetDashboardId, targetDashboardStateId: id }: ActionDraft,
  { states, target }: ErrorContext,
): ActionErrors {
  const isIn = (choices: readonly StateChoice[]) => choices.some((state) => state.id === id)
  const missing = { state: 'widgetActions.error_stateMissing' as const }
  switch (type) {
    case 'openDashboardState':
      return id === '' ? { state: 'widgetActions.error_state' } : isIn(states) ? {} : missing
    case 'updateDashboardState':
      return id === '' || isIn(states) ? {} : missing
    case 'openDashboard':
      if (targetDashboardId === '') return { dashboard: 'widgetActions.error_dashboard' }
      if (target.isMissing) return { dashboard: 'widgetActions.error_dashboardMissing' }
      return id === '' || target.states === null || isIn(target.states) ? {} : missing
    default:
      return {}
  }
}

function overlayErrors(draft: ActionDraft, typed: TypedFields): ActionErrors {
  const percent = 'widgetActions.error_percent' as const
  const length = 'widgetActions.error_length' as const
  switch (opensAs(draft)) {
    case 'state':
      return {}
    case 'dialog':
      return {
        ...(percentOf(typed.dialogWidth) === null && { dialogWidth: percent }),
        ...(percentOf(typed.dialogHeight) === null && { dialogHeight: percent }),
      }
    case 'popover':
      return {
        ...(cssLength(draft.popoverWidth, '') === '' && { popoverWidth: length }),
        ...(cssLength(draft.popoverHeight, '') === '' && { popoverHeight: length }),
        ...(styleOf(typed.popoverStyle) === null && { popoverStyle: 'widgetActions.error_style' as const }),
      }
  }
}

/** What the parts of the editor show and change. */
export interface ActionFieldsProps {
  readonly form: ActionForm
  readonly errorOf: (field: ActionFieldName) => string | undefined
  readonly change: (parts: Partial<ActionDraft>) => void
  readonly type: (parts: Partial<ActionForm['typed']>) => void
  readonly touch: (field: ActionFieldName) => void
}
