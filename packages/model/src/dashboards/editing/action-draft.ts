/** Draft of an action for its editor, and the descriptor that it becomes. */

import { own } from '../../own.ts'
import { mobileActions, mobileFailureFunctions, mobileFunctionsOf } from '../actions/action-functions.ts'
import { isActionSource, sourceRules } from '../actions/action-sources.ts'
import {
  type ActionType,
  type ActionValues,
  actionTypes,
  defaultActionIcon,
  readAction,
} from '../actions/widget-action.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { textOf } from '../json-parts.ts'
import { withMember, withoutMembers } from './json-path.ts'

/** Values for all types: those of other types than the chosen one are kept until the draft is applied. */
export interface ActionDraft extends ActionValues {
  readonly sourceId: string
  /** As stored; may be a type that this client doesn't know. */
  readonly type: string
}

type Field = keyof ActionValues

const entity: readonly Field[] = ['setEntityId', 'stateEntityParamName']
const dialog: readonly Field[] = ['dialogTitle', 'dialogHideDashboardToolbar', 'dialogWidth', 'dialogHeight']
const popover: readonly Field[] = [
  'popoverPreferredPlacement',
  'popoverHideOnClickOutside',
  'popoverHideDashboardToolbar',
  'popoverWidth',
  'popoverHeight',
  'popoverStyle',
]
const condition: readonly Field[] = ['useShowWidgetActionFunction', 'showWidgetActionFunction']

const fieldsByType: Readonly<Record<ActionType, (draft: ActionDraft) => readonly Field[]>> = {
  openDashboardState: ({ openInSeparateDialog, openInPopover }) => [
    'targetDashboardStateId',
    ...entity,
    'openRightLayout',
    'openInSeparateDialog',
    'openInPopover',
    ...(openInSeparateDialog ? dialog : openInPopover ? popover : []),
  ],
  updateDashboardState: () => ['targetDashboardStateId', ...entity, 'openRightLayout'],
  openDashboard: () => ['targetDashboardId', 'targetDashboardStateId', ...entity, 'openNewBrowserTab'],
  custom: () => ['customFunction'],
  customPretty: () => ['customHtml', 'customCss', 'customResources', 'customFunction'],
  mobileAction: () => ['mobileAction'],
}

const general: readonly Field[] = ['name', 'icon']

/** Fields of all types. */
const known: readonly Field[] = [
  ...new Set([
    ...condition,
    ...dialog,
    ...popover,
    ...actionTypes.flatMap((type) => fieldsByType[type]({} as ActionDraft)),
  ]),
]

const typeOf = (type: string): ActionType | undefined => actionTypes.find((one) => one === type)

/** `newId`: for a descriptor without ID. */
export const draftOf = (json: JsonObject, sourceId: string, setsEntity: boolean, newId: string): ActionDraft => ({
  ...readAction(json, newId, setsEntity),
  sourceId,
  type: textOf(json.type) ?? '',
})

/** Draft of a new action, which opens a state. */
export const newActionDraft = (sourceId: string, setsEntity: boolean, newId: string): ActionDraft =>
  draftOf({ type: 'openDashboardState', icon: defaultActionIcon }, sourceId, setsEntity, newId)

/**
 * Descriptor of a draft. Of the fields that the client knows it gets those of its type; unknown keys are kept, and so
 * is what is stored for unchanged fields. The same JSON if nothing changed. `before`: null for a new action.
 */
export function descriptorOf(before: JsonObject | null, draft: ActionDraft, setsEntity: boolean): JsonObject {
  const stored = before ?? {}
  const read = readAction(stored, draft.id, setsEntity)
  const changes = (field: Field): boolean => !isSame(read[field], draft[field])
  if (before && before.type === draft.type && !known.concat(general).some(changes)) return before
  const type = typeOf(draft.type)
  const hasCondition = canHaveCondition(before, draft.sourceId)
  const fields = type ? fieldsByType[type](draft) : known.filter((field) => Object.hasOwn(stored, field))
  // An action of an unknown type gets a condition only if one was entered.
  const ofCondition = hasCondition ? condition.filter((field) => type !== undefined || changes(field)) : []
  const written = new Set<Field>(['id', ...general, ...fields, ...ofCondition])
  let json = withMember(
    withoutMembers(
      stored,
      known.filter((field) => !written.has(field)),
    ),
    'type',
    draft.type,
  )
  for (const field of written) {
    if (Object.hasOwn(stored, field) && !changes(field)) continue
    // The wire has no size of 0: without one, a dialog has its default size.
    if ((field === 'dialogWidth' || field === 'dialogHeight') && draft[field] === 0)
      json = withoutMembers(json, [field])
    else json = withMember(json, field, field === 'mobileAction' ? mobileOf(draft) : draft[field])
  }
  return json
}

/** Whether actions of the source can have a function that shows or hides them. */
export const canHaveCondition = (stored: JsonObject | null, sourceId: string): boolean =>
  isActionSource(sourceId)
    ? sourceRules(sourceId).hasCondition
    : stored !== null && Object.hasOwn(stored, 'useShowWidgetActionFunction')

/** Only the functions that the mobile action calls, and unknown keys. */
function mobileOf({ mobileAction }: ActionDraft): JsonObject {
  const called = new Set<string>(mobileFunctionsOf(mobileAction.type))
  const all = new Set<string>([...Object.values(mobileActions).flat(), ...mobileFailureFunctions])
  return withoutMembers(
    mobileAction,
    [...all].filter((name) => !called.has(name) || textOf(own(mobileAction, name)) === null),
  )
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
