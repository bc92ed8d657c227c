/** The platform's own parts for tests that call them or meet them over REST: a store of the test's own, no engine. */

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
  /** What differs from the defaults. */
  readonly config?: Partial<Config>
  readonly replace?: Replacements
  readonly log?: Logger
}

/** In the engine's place stands a list of the messages that it would run; each leaves its lane at once. */
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
  /** Parsed when it is JSON; its type is what the test says. */
  readonly body: T
  readonly text: string
  /** What the body holds at a path such as `data.0.name`; undefined when the path leads nowhere. */
  at(path: string): unknown
}

/** The REST calls of entities behind real HTTP; the token is the caller's name, of `nobody` there is none. */
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
  async function call<T>(method: string, path: string, as: C, body?: unknown): Promise<PartsAnswer<T>> {
    const {
      status,
      body: parsed,
      text,
    } = await send<T>(method, path, {
      ...(as !== 'nobody' && { token: as }),
      ...(typeof body === 'string' ? { text: body } : { body }),
    })
    return { status, body: parsed, text, at: (where) => at(parsed, where) }
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
