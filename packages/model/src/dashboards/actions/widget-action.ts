/**
 * Actions of a widget (`config.actions`): what a click on a row, a button or an element opens. Written by users and other
 * products: invalid values get their defaults, unknown keys are kept, descriptors of unknown types are left out.
 */

import { own } from '../../own.ts'
import { settingsReader } from '../../widgets/read-settings.ts'
import { flag, number, type SettingValues, settingsOf, text } from '../../widgets/settings-schema.ts'
import type { DashboardWidget, JsonObject } from '../dashboard-configuration.ts'
import { flagOf, isJsonObject, listOf, objectOf, textOf } from '../json-parts.ts'

export const actionTypes = [
  'openDashboardState',
  'updateDashboardState',
  'openDashboard',
  'custom',
  'customPretty',
  'mobileAction',
] as const
export type ActionType = (typeof actionTypes)[number]

/** Places in system widgets that run actions. Widget types of tenants may have others. */
export type ActionSource =
  | 'headerButton'
  | 'actionCellButton'
  | 'rowClick'
  | 'rowDoubleClick'
  | 'nodeSelected'
  | 'elementClick'
  | 'sliceClick'
  | 'markerClick'
  | 'polygonClick'
  | 'circleClick'
  | 'tooltipAction'

export const defaultActionIcon = 'more_horiz'

/** Maximum number of actions of one source. */
export const actionsMax = 100

/** Arguments of `showWidgetActionFunction`. */
export const showActionArgNames: readonly string[] = ['widgetContext', 'data']

const percent = { minimum: 0, maximum: 100 }

const descriptor = settingsOf({
  useShowWidgetActionFunction: flag(undefined, false),
  showWidgetActionFunction: text(),
  stateEntityParamName: text(),
  targetDashboardStateId: text(),
  openRightLayout: flag(undefined, false),
  targetDashboardId: text(),
  openNewBrowserTab: flag(undefined, false),
  openInSeparateDialog: flag(undefined, false),
  dialogTitle: text(),
  dialogHideDashboardToolbar: flag(undefined, true),
  /** Percent of the window; 0: default size. */
  dialogWidth: number(undefined, 0, percent),
  dialogHeight: number(undefined, 0, percent),
  openInPopover: flag(undefined, false),
  popoverPreferredPlacement: text(undefined, 'top'),
  popoverHideOnClickOutside: flag(undefined, true),
  popoverHideDashboardToolbar: flag(undefined, true),
  /** CSS lengths. */
  popoverWidth: text(undefined, '25vw'),
  popoverHeight: text(undefined, '25vh'),
  customFunction: text(),
  customHtml: text(),
  customCss: text(),
})

const readDescriptor = settingsReader(descriptor)

/** What a descriptor says, whatever its type. */
export type ActionValues = SettingValues<typeof descriptor> & {
  /** Unique in the widget. */
  readonly id: string
  /** Display text, and for `elementClick` the ID of the element. */
  readonly name: string
  /** Name of an icon of the Material or MDI set. */
  readonly icon: string
  /** Passes the clicked entity on to the opened state. */
  readonly setEntityId: boolean
  readonly popoverStyle: JsonObject
  readonly customResources: readonly { readonly url: string; readonly isModule: boolean }[]
  readonly mobileAction: JsonObject & { readonly type: string }
}

/** Checked descriptor of an action; unknown keys are kept. */
export type WidgetAction = ActionValues & JsonObject & { readonly type: ActionType }

export type WidgetActionMap = Readonly<Record<string, readonly WidgetAction[]>>

const known = new WeakMap<JsonObject, WidgetActionMap>()

/** Actions of a widget by source ID. Memoized per configuration. */
export function readActions({ type, config }: Pick<DashboardWidget, 'type' | 'config'>): WidgetActionMap {
  const before = known.get(config.actions)
  if (before) return before
  const actions: Record<string, WidgetAction[]> = Object.create(null)
  for (const [sourceId, list] of Object.entries(config.actions)) {
    const read = listOf(list)
      .slice(0, actionsMax)
      .flatMap((json, index) => actionOf(json, `${sourceId}-${index}`, type !== 'static') ?? [])
    if (read.length > 0) actions[sourceId] = read
  }
  known.set(config.actions, actions)
  return actions
}

export const actionsOf = (
  widget: Pick<DashboardWidget, 'type' | 'config'>,
  sourceId: string,
): readonly WidgetAction[] => own(readActions(widget), sourceId) ?? []

function actionOf(json: unknown, otherId: string, setsEntity: boolean): WidgetAction | null {
  if (!isJsonObject(json)) return null
  const type = actionTypes.find((one) => one === json.type)
  return type ? { ...readAction(json, otherId, setsEntity), type } : null
}

/** `otherId`: for a descriptor without ID. `setsEntity`: default of `setEntityId`, which static widgets have false. */
export function readAction(json: JsonObject, otherId: string, setsEntity: boolean): ActionValues & JsonObject {
  const { values } = readDescriptor(json)
  const mobile = objectOf(json.mobileAction)
  return {
    ...values,
    id: textOf(json.id) ?? otherId,
    name: textOf(json.name) ?? '',
    icon: textOf(json.icon)?.trim() || defaultActionIcon,
    setEntityId: flagOf(json.setEntityId, setsEntity),
    popoverStyle: objectOf(json.popoverStyle),
    customResources: listOf(json.customResources).flatMap((resource) => {
      const url = isJsonObject(resource) ? textOf(resource.url) : null
      return url === null ? [] : [{ url, isModule: objectOf(resource).isModule === true }]
    }),
    mobileAction: { ...mobile, type: textOf(mobile.type) ?? '' },
  }
}
