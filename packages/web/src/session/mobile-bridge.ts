/**
 * Bridge to a mobile app that shows dashboards in its web view; present when the app injected its object into the
 * window. The app has its own pages for everything else, so it is notified where the user navigates.
 */

import type { TokenPair } from '@sonde/client'
import { failureText } from '../ui/states/failure-text.ts'

interface Wrapper {
  callHandler(name: string, ...args: readonly unknown[]): Promise<unknown>
}

declare global {
  interface Window {
    readonly flutter_inappwebview?: Wrapper
  }
}

export const isInMobileApp = (): boolean => window.flutter_inappwebview !== undefined

/** Notifies the app and ignores its answer. */
function callApp(name: string, ...args: readonly unknown[]): void {
  window.flutter_inappwebview?.callHandler(name, ...args).catch(() => {})
}

/** The app may open the page itself. */
export const navigateInWrapper = (path: string, query: Readonly<Record<string, unknown>>): void =>
  callApp('tbMobileNavigationHandler', path, query)

/** A dashboard state opened; the app shows its name. */
export const sendStateName = (name: string): void => callApp('tbMobileDashboardStateNameHandler', name)

/** A dashboard or a state of it loaded: whether it has a right layout, and whether that is shown. */
export const notifyDashboardLoaded = (hasRightLayout: boolean, isRightOpen: boolean): void =>
  callApp('tbMobileDashboardLoadedHandler', hasRightLayout, isRightOpen)

export const sendLayout = (isRightOpen: boolean): void => callApp('tbMobileDashboardLayoutHandler', isRightOpen)

/** Phone action of a widget, with its input. */
export type MobileAction =
  | { readonly type: 'takePictureFromGallery' | 'takePhoto' | 'takeScreenshot' | 'scanQrCode' | 'getLocation' }
  | { readonly type: 'mapDirection' | 'mapLocation'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'makePhoneCall'; readonly number: string }

export type MobileOutcome =
  /** Such as `{imageUrl}`, `{code, format}`, `{latitude, longitude}`, `{launched}`. */
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  /** The user canceled. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly error: string }

/** Runs an action in the app. Never throws: rejections and a missing app become error outcomes. */
export async function runMobileAction(action: MobileAction): Promise<MobileOutcome> {
  const wrapper = window.flutter_inappwebview
  if (!wrapper) return { kind: 'error', error: 'This works in the mobile app only.' }
  try {
    const answer = fieldsOf(await wrapper.callHandler('tbMobileHandler', action.type, ...argumentsOf(action)))
    if (answer.hasError === true) return { kind: 'error', error: String(answer.error ?? '') }
    return answer.hasResult === true ? { kind: 'result', result: fieldsOf(answer.result) } : { kind: 'empty' }
  } catch (error) {
    return { kind: 'error', error: failureText(error) }
  }
}

function argumentsOf(action: MobileAction): readonly unknown[] {
  switch (action.type) {
    case 'mapDirection':
    case 'mapLocation':
      return [action.latitude, action.longitude]
    case 'makePhoneCall':
      return [action.number]
    default:
      return []
  }
}

export interface DashboardRequest {
  readonly dashboardId: string
  readonly search: Readonly<Record<string, string>>
}

export type WrapperMessage =
  | { readonly kind: 'openDashboard'; readonly wish: DashboardRequest }
  | { readonly kind: 'reloadUser'; readonly tokens: TokenPair }
  | { readonly kind: 'toggleLayout' }

/** Whether a window message can be the app's: those of frames inside the page are by authors of widgets. */
export const isFromOutside = ({ source }: Pick<MessageEvent, 'source'>): boolean =>
  source === null || source === window || source === window.parent

/** Parses a window message of the app; undefined for other messages. */
export function wrapperMessage(text: unknown): WrapperMessage | undefined {
  if (typeof text !== 'string') return undefined
  const { type, data } = fieldsOf(jsonOf(text))
  const fields = fieldsOf(data)
  if (type === 'toggleDashboardLayout') return { kind: 'toggleLayout' }
  if (type === 'openDashboardMessage' && typeof fields.dashboardId === 'string') {
    const search: Record<string, string> = {}
    if (typeof fields.state === 'string' && fields.state !== '') search.state = fields.state
    if (fields.hideToolbar === true) search.hideToolbar = 'true'
    if (fields.embedded === true) search.embedded = 'true'
    return { kind: 'openDashboard', wish: { dashboardId: fields.dashboardId, search } }
  }
  const { accessToken, refreshToken } = fields
  if (type === 'reloadUserMessage' && typeof accessToken === 'string' && typeof refreshToken === 'string') {
    return { kind: 'reloadUser', tokens: { token: accessToken, refreshToken } }
  }
  return undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
