/** Runs an action of a widget: one function per type. */

import { dashboardAddress, openedStack, targetEntry, updatedStack } from '@sonde/model/dashboards/actions/action-target'
import type { ActionType } from '@sonde/model/dashboards/actions/widget-action'
import { isInMobileApp } from '../../session/mobile-bridge.ts'
import type { ActionCall, ActionHost } from './action-host.ts'

type Effect = (call: ActionCall, host: ActionHost) => void | Promise<void>

const effects: Readonly<Record<ActionType, Effect>> = {
  openDashboardState({ action, entity, anchor }, host) {
    const { configuration, stack } = host
    const params = stack.at(-1)?.params ?? {}
    const entry = targetEntry(configuration, params, action, entity)
    if (!entry) return host.reportMissing('state', action.targetDashboardStateId)
    // The app has no room for boxes over the dashboard.
    if (action.openInSeparateDialog && !isInMobileApp()) return host.showInDialog(entry, action)
    if (action.openInPopover && anchor && !isInMobileApp()) return host.showInPopover(entry, action, anchor)
    host.setStack(openedStack(configuration, stack, entry), action.openRightLayout)
  },
  updateDashboardState({ action, entity }, host) {
    const next = updatedStack(host.configuration, host.stack, action, entity)
    if (next) host.setStack(next, action.openRightLayout)
    else host.reportMissing('state', action.targetDashboardStateId)
  },
  openDashboard({ action, entity }, host) {
    const address = dashboardAddress(action, entity, host)
    if (address) host.openAddress(address, action.openNewBrowserTab)
    else host.reportMissing('dashboard', '')
  },
  custom: (call, host) => void host.runCode('customFunction', call.action.customFunction, call, []),
  customPretty: (call, host) =>
    void host.runCode('customFunction', call.action.customFunction, call, [call.action.customHtml]),
  async mobileAction(call, host) {
    // Outside of the app such actions do nothing.
    if (!isInMobileApp()) return
    const { runMobileWidgetAction } = await import('./mobile-action.ts')
    await runMobileWidgetAction(call, host)
  },
}

export function runAction(call: ActionCall, host: ActionHost): void {
  void effects[call.action.type](call, host)
}
