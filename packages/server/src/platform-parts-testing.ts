/**
 * Opens the services of the server for tests that call them directly or over REST: with a store per test, but without
 * a rule engine.
 */

import type { TestContext } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import type { Logger } from 'pino'
import type { Scope } from './access/scope.ts'
import { type Config, readConfig } from './config/config.ts'
import { silent, startTestApp } from './http/http-testing.ts'
import type { Message } from './messages/message.ts'
import { openBase, type Replacements } from './platform-base.ts'
import { createEntities } from './platform-entities.ts'
import { registerEntityRoutes } from './platform-routes.ts'
import type { EntityChange } from './storage/storage.ts'
import { sharedWorkers, temporaryFolder } from './storage/testing.ts'

export type TestParts = Awaited<ReturnType<typeof openTestParts>>

export interface TestPartsOptions {
  /** Overrides of the default configuration. */
  readonly config?: Partial<Config>
  readonly replace?: Replacements
  readonly log?: Logger
}

/** Opens the services. Instead of an engine, a list records the messages; each message releases its load at once. */
export async function openTestParts(
  t: TestContext,
  { config: given = {}, replace = {}, log = silent }: TestPartsOptions = {},
) {
  const dataFolder = await temporaryFolder(t)
  const config = { ...readConfig({ argv: [], env: { SONDE_DATA: dataFolder }, cwd: dataFolder }), ...given }
  const base = await openBase({ config, log, replace: { workers: sharedWorkers, ...replace } })
  t.after(base.lifecycle.stop)
  const messages: Message[] = []
  const changes: EntityChange[] = []
  base.live.watchAll({ change: (change) => void changes.push(change) })
  base.connectEngine({
    accept(journalled) {
      for (const { message, load } of journalled) {
        messages.push(message)
        if (load) base.backPressure.left(load, message)
      }
    },
    ruleSets: [],
  })
  return { base, entities: createEntities(base), messages, changes }
}

export interface PartsAnswer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON. The test determines the type. */
  readonly body: T
  readonly text: string
  /** Value in the body at a path such as `data.0.name`. Undefined if the path doesn't exist. */
  at(path: string): unknown
}

/** Serves the REST API of entities over real HTTP. The token is the name of the caller; `nobody` sends none. */
export async function serveTestParts<C extends string>(
  t: TestContext,
  { base, entities }: Pick<TestParts, 'base' | 'entities'>,
  callers: Readonly<Record<Exclude<C, 'nobody'>, Scope>>,
) {
  const known: Readonly<Record<string, Scope>> = callers
  const { call: send } = await startTestApp(t, {
    async scopeOfToken(token) {
      const scope = known[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
    register: (routes) => registerEntityRoutes(routes, { base, entities }),
  })
  async function call<T>(
    method: string,
    path: string,
    as: C,
    body?: unknown,
    sent: Readonly<Record<string, string>> = {},
  ): Promise<PartsAnswer<T>> {
    const {
      status,
      headers,
      body: parsed,
      text,
    } = await send<T>(method, path, {
      ...(as !== 'nobody' && { token: as }),
      headers: sent,
      ...(typeof body === 'string' ? { text: body } : { body }),
    })
    return { status, headers, body: parsed, text, at: (where) => at(parsed, where) }
  }
  return {
    call,
    get: <T = unknown>(path: string, as: C = 'admin' as C) => call<T>('GET', path, as),
    post: <T = unknown>(path: string, body?: unknown, as: C = 'admin' as C) => call<T>('POST', path, as, body),
    del: (path: string, as: C = 'admin' as C) => call('DELETE', path, as),
  }
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)
