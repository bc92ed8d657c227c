/** A click that runs an action, and what actions can do to the dashboard around them. */

import type { ActionEntity } from '@sonde/model/dashboards/actions/action-target'
import type { WidgetAction } from '@sonde/model/dashboards/actions/widget-action'
import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { own } from '@sonde/model/own'

/** A click that runs an action. */
export interface ActionCall {
  readonly action: WidgetAction
  readonly widget: DashboardWidget
  readonly entity: ActionEntity | null
  /** Clicked element, where a popover opens. */
  readonly anchor: HTMLElement | null
  /** What user code gets besides the entity: the row or the alarm. */
  readonly additionalParams: unknown
}

/** Result of user code; the user was told if it failed. */
export type CodeResult = { readonly kind: 'done'; readonly value: unknown } | { readonly kind: 'failed' }

/**
 * Runs a function of an action: `customFunction`, or one of its mobile action such as `processImageFunction`, which
 * `setting` names. `args`: the arguments before the common ones; the HTML for `customPretty`.
 */
export type RunActionCode = (
  setting: string,
  body: string,
  call: ActionCall,
  args: readonly unknown[],
) => Promise<CodeResult>

/** What actions can do to the open dashboard. */
export interface ActionHost {
  readonly configuration: DashboardConfiguration
  /** Stack of open states, never empty. */
  readonly stack: readonly StateEntry[]
  readonly isSinglePage: boolean
  /** Query parameters of the page. */
  readonly search: Readonly<Record<string, unknown>>
  readonly setStack: (stack: readonly StateEntry[], opensRight: boolean) => void
  readonly showInDialog: (entry: StateEntry, action: WidgetAction) => void
  /** A second click on the same element closes the popover. */
  readonly showInPopover: (entry: StateEntry, action: WidgetAction, anchor: HTMLElement) => void
  readonly openAddress: (address: string, isNewTab: boolean) => void
  /** Shows that the action leads nowhere. */
  readonly reportMissing: (what: 'state' | 'dashboard', id: string) => void
  readonly reportFailure: (text: string) => void
  readonly runCode: RunActionCode
}

/** The open states, for code of users. */
export function placeOf({ stack, configuration }: Pick<ActionHost, 'stack' | 'configuration'>) {
  const state = stack.at(-1)
  return {
    states: stack,
    params: state?.params ?? {},
    stateName: own(configuration.states, state?.id ?? '')?.name ?? '',
  }
}
