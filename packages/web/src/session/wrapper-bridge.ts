/**
 * The bridge to an app that shows dashboards in a web view of its own (dashboards.md §10): it is there when the app put
 * its object into the window. Pages other than dashboards are the app's own, so it is told where the user wants to go.
 */

import type { TokenPair } from '@sonde/client'

interface Wrapper {
  callHandler(name: string, ...args: readonly unknown[]): Promise<unknown>
}

declare global {
  interface Window {
    readonly flutter_inappwebview?: Wrapper
  }
}

export const isWrapped = (): boolean => window.flutter_inappwebview !== undefined

/** The app opens the place itself, or not: its answer changes nothing here. */
export function navigateInWrapper(path: string, query: Readonly<Record<string, unknown>>): void {
  window.flutter_inappwebview?.callHandler('tbMobileNavigationHandler', path, query).catch(() => {})
}

export interface DashboardWish {
  readonly dashboardId: string
  readonly search: Readonly<Record<string, string>>
}

export type WrapperMessage =
  | { readonly kind: 'openDashboard'; readonly wish: DashboardWish }
  | { readonly kind: 'reloadUser'; readonly tokens: TokenPair }

/** What a window message of the app says; undefined when it is somebody else's. */
export function wrapperMessage(text: unknown): WrapperMessage | undefined {
  if (typeof text !== 'string') return undefined
  const { type, data } = fieldsOf(jsonOf(text))
  const fields = fieldsOf(data)
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
