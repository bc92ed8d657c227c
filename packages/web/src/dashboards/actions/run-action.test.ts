import { actionsOf, type WidgetAction } from '@sonde/model/dashboards/actions/widget-action'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionHost } from './action-host.ts'
import { runMobileWidgetAction } from './mobile-action.ts'
import { runAction } from './run-action.ts'

afterEach(() => Reflect.deleteProperty(window, 'flutter_inappwebview'))

const configuration = normalizeConfiguration(
  { states: { home: { root: true }, pump: {} } },
  { nowMs: 0, newId: () => '' },
)

function hostOf(parts: Partial<ActionHost> = {}) {
  return {
    configuration,
    stack: [{ id: 'home', params: {} }],
    isSinglePage: false,
    search: {},
    setStack: vi.fn(),
    showInDialog: vi.fn(),
    showInPopover: vi.fn(),
    openAddress: vi.fn(),
    reportMissing: vi.fn(),
    reportFailure: vi.fn(),
    runCode: vi.fn(async () => ({ kind: 'failed' as const })),
    ...parts,
  }
}

function callOf(json: object, anchor: HTMLElement | null = null) {
  const widget = normalizeWidget('w', { config: { actions: { a: [{ name: 'x', ...json }] } } }, new Map())
  return {
    action: actionsOf(widget, 'a')[0] as WidgetAction,
    widget,
    entity: null,
    anchor,
    additionalParams: undefined,
  }
}

const opens = { type: 'openDashboardState', targetDashboardStateId: 'pump' }
const entry = { id: 'pump', params: {} }

test('a state opens in the page, in a dialog, or at the clicked element', () => {
  const anchor = document.createElement('td')
  const host = hostOf()
  runAction(callOf({ ...opens, openRightLayout: true }), host)
  expect(host.setStack).toHaveBeenCalledWith([{ id: 'home', params: {} }, entry], true)
  const inDialog = callOf({ ...opens, openInSeparateDialog: true })
  runAction(inDialog, host)
  expect(host.showInDialog).toHaveBeenCalledWith(entry, inDialog.action)
  const inPopover = callOf({ ...opens, openInPopover: true }, anchor)
  runAction(inPopover, host)
  expect(host.showInPopover).toHaveBeenCalledWith(entry, inPopover.action, anchor)
  runAction(callOf({ ...opens, targetDashboardStateId: 'gone' }), host)
  expect(host.reportMissing).toHaveBeenCalledWith('state', 'gone')
})

test('in the app, a state opens in the page instead of a dialog', () => {
  Object.assign(window, { flutter_inappwebview: { callHandler: vi.fn() } })
  const host = hostOf()
  runAction(callOf({ ...opens, openInSeparateDialog: true }), host)
  expect(host.showInDialog).not.toHaveBeenCalled()
  expect(host.setStack).toHaveBeenCalledOnce()
})

test('the app gets the action, and functions get its result', async () => {
  const callHandler = vi.fn(async () => ({ hasResult: true, result: { code: '42', format: 'QR' } }))
  Object.assign(window, { flutter_inappwebview: { callHandler } })
  const runCode = vi.fn(async () => ({ kind: 'done' as const, value: [1, 2] }))
  const host = hostOf({ runCode })
  const scan = callOf({ type: 'mobileAction', mobileAction: { type: 'scanQrCode', processQrCodeFunction: 'f' } })
  await runMobileWidgetAction(scan, host)
  expect(callHandler).toHaveBeenLastCalledWith('tbMobileHandler', 'scanQrCode')
  expect(runCode).toHaveBeenLastCalledWith('processQrCodeFunction', 'f', scan, ['42', 'QR'])
  const map = callOf({ type: 'mobileAction', mobileAction: { type: 'mapLocation', getLocationFunction: 'g' } })
  await runMobileWidgetAction(map, host)
  expect(callHandler).toHaveBeenLastCalledWith('tbMobileHandler', 'mapLocation', 1, 2)
})

test('wrong input and errors go to their function, or are shown', async () => {
  Object.assign(window, { flutter_inappwebview: { callHandler: async () => ({ hasError: true, error: 'broken' }) } })
  const host = hostOf({ runCode: vi.fn(async () => ({ kind: 'done' as const, value: 'nonsense' })) })
  await runMobileWidgetAction(callOf({ type: 'mobileAction', mobileAction: { type: 'takePhoto' } }), host)
  expect(host.reportFailure).toHaveBeenLastCalledWith('broken')
  const mobileAction = { type: 'mapDirection', getLocationFunction: 'g', handleErrorFunction: 'e' }
  await runMobileWidgetAction(callOf({ type: 'mobileAction', mobileAction }), host)
  expect(host.runCode).toHaveBeenLastCalledWith('handleErrorFunction', 'e', expect.anything(), [
    'The action has no location.',
  ])
})
