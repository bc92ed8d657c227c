/** Test app on a free port, called over HTTP. */

import type { TestContext } from 'node:test'
import { type Logger, pino } from 'pino'
import type { Scope } from '../access/scope.ts'
import { freeTurns } from '../calls/testing.ts'
import { systemClock } from '../clock.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createHttpApp, type HttpAppDeps } from './create-http-app.ts'
import type { App, Routes } from './http-app.ts'

export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON, otherwise text; undefined when empty. */
  readonly body: T
  readonly text: string
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  /** Sent unchanged. */
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

export interface TestApp {
  readonly app: App
  readonly routes: Routes
  readonly baseUrl: string
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
}

type OptionalDeps =
  | 'log'
  | 'checkHealth'
  | 'around'
  | 'metrics'
  | 'metricsAccess'
  | 'trustedProxies'
  | 'isLocalOnly'
  | 'tls'
  | 'budgets'
  | 'consumeOpenCall'
  | 'callers'

export interface TestAppOptions extends Partial<Pick<HttpAppDeps, OptionalDeps>> {
  readonly scopeOfToken: (token: string) => Promise<Scope>
  readonly register: (routes: Routes, app: App) => void
}

export const silent: Logger = pino({ level: 'silent' })

/** Listens until the test ends. */
export async function startTestApp(t: TestContext, options: TestAppOptions): Promise<TestApp> {
  const { register, ...parts } = options
  const { app, routes } = await createHttpApp({
    log: silent,
    clock: systemClock,
    version: '0.0.0-test',
    metrics: createMetrics(),
    checkHealth: async () => undefined,
    // Most test apps end before a call would have to wait for a validator.
    preparesValidators: false,
    ...freeTurns(),
    ...parts,
  })
  register(routes, app)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())

  async function call<T>(method: string, path: string, { token, body, text, headers = {} }: CallOptions = {}) {
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const answered = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(answered) as T, text: answered }
  }
  return { app, routes, baseUrl, call }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
