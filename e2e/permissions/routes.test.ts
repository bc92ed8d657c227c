/**
 * Every route of the running server × every caller, with entities that really exist: allowed callers get their
 * response, others are rejected and have changed nothing, and no response names foreign entities.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { RouteInfo } from '../../packages/server/src/http/http-app.ts'
import {
  allAuthorities,
  type ContractEndpoint,
  expectedAuthorities,
} from '../../packages/server/src/http/route-permissions.ts'
import { projectRoot } from '../platform/start-platform.ts'
import { authorityOf, type Caller, callers, isSignedIn } from './callers.ts'
import type { Example, Requested } from './examples.ts'
import { rights } from './expected-rights.ts'
import { createOwnership, type Ownership } from './ownership.ts'
import { type About, aboutsOf, type RouteClassName, rejectionOf, routeClasses } from './route-classes.ts'
import { routeExamples } from './route-examples.ts'
import { type Answer, openScene, ownerOf, parsed, type Scene } from './scene.ts'
import { differences, storeState, tablesOf } from './store-state.ts'

const contract = JSON.parse(
  readFileSync(`${projectRoot}/conformance/contract/endpoints.json`, 'utf8'),
) as ContractEndpoint[]

const nameOf = ({ method, path }: RouteInfo) => `${method} ${path}`

test('every route answers everybody as the table says', async (t) => {
  const scene = await openScene(t)
  const ownership = await createOwnership(scene)
  const tables = await tablesOf(scene.platform.relational)
  const routes = scene.platform.routes.list()
  const requested = new Map<Caller, string>()

  await t.test('every route has an example, and every example a route', () => {
    const registered = new Set(routes.map(nameOf))
    assert.deepEqual(
      [...registered].filter((name) => !routeExamples.has(name)),
      [],
      'routes without an expectation',
    )
    assert.deepEqual(
      [...routeExamples.keys()].filter((name) => !registered.has(name)),
      [],
      'examples of no route',
    )
  })
  await t.test('every class of the table is of some route', () => {
    const used = new Set([...routeExamples.values()].flat().map(({ is }) => is))
    assert.deepEqual(
      [...Object.keys(routeClasses), ...rights].filter((name) => !used.has(name as RouteClassName)),
      [],
    )
  })
  await t.test('who comes in is whom the contract and the classes name', () => {
    for (const route of routes) {
      const expected = expectedAuthorities(route, contract)
      assert.deepEqual([...route.authorities].sort(), [...(expected ?? [])].sort(), nameOf(route))
      const admitted = allowedAuthorities(routeExamples.get(nameOf(route)) ?? [])
      const allowed = route.authorities === 'anyone' ? allAuthorities : route.authorities
      assert.deepEqual(
        admitted.filter((authority) => !allowed.includes(authority)),
        [],
        nameOf(route),
      )
    }
  })
  // Uploads of devices cause later changes in the background, so they are last.
  const isDevices = ({ path }: RouteInfo) => path.startsWith('/api/v1/')
  for (const route of [...routes.filter((each) => !isDevices(each)), ...routes.filter(isDevices)]) {
    for (const example of routeExamples.get(nameOf(route)) ?? []) {
      const name = `${nameOf(route)}${example.named ? `, ${example.named}` : ''}: ${example.is}`
      await t.test(name, () => walk({ scene, ownership, tables, requested, route, example }))
    }
  }
})

/** Authorities that at least one example of a route allows. */
const allowedAuthorities = (examples: readonly Example[]) => {
  const allowed = examples.flatMap(({ is }) =>
    aboutsOf(is).flatMap((about) =>
      callers.flatMap((caller) => (isSignedIn(caller) && !rejectionOf(is, about, caller) ? [authorityOf[caller]] : [])),
    ),
  )
  return [...new Set(allowed)]
}

interface Walk {
  readonly scene: Scene
  readonly ownership: Ownership
  readonly tables: readonly string[]
  readonly route: RouteInfo
  readonly example: Example
  /** Rejected requests of each caller so far. */
  readonly requested: Map<Caller, string>
}

async function walk(parts: Walk): Promise<void> {
  const { scene, tables, route, example } = parts
  const { relational } = scene.platform
  for (const about of aboutsOf(example.is)) {
    const rejected = callers.filter((caller) => rejectionOf(example.is, about, caller) !== null)
    const requested = await ask(parts, about, 'tenant')
    const before = route.method === 'GET' || rejected.length === 0 ? null : await storeState(relational, tables)
    const points = route.path.includes('/timeseries') ? await pointsOf(scene) : null
    await Promise.all(rejected.map((caller) => reject(parts, about, caller, requested)))
    if (before) assert.deepEqual(differences(before, await storeState(relational, tables)), [], 'refused calls changed')
    if (points) assert.deepEqual(await pointsOf(scene), points)

    for (const caller of callers) if (!rejected.includes(caller)) await allow(parts, about, caller)
  }
}

/** Points as their owner sees them: they aren't compared in the store, because compaction moves them. */
const pointsOf = ({ acme }: Scene): Promise<unknown[]> =>
  Promise.all(
    Object.values(acme.has)
      .flatMap(({ device, asset, edge }) => [device, asset, edge])
      .map(({ id }) => acme.call('GET', `/api/plugins/telemetry/${id.entityType}/${id.id}/values/timeseries`)),
  )

const ask = ({ scene, example }: Walk, about: About, caller: Caller): Requested | Promise<Requested> =>
  example.ask({ scene, side: isSignedIn(caller) ? scene.sideOf(caller) : scene.acme, about, caller } as never)

async function reject(parts: Walk, about: About, caller: Caller, request: Requested): Promise<void> {
  const { token: _, ...without } = request
  const { path, answer, label } = await call(parts, about, caller, without)
  assert.equal(answer.status, rejectionOf(parts.example.is, about, caller), label)
  const errorCode = (parsed(answer.text) as { errorCode?: number }).errorCode
  if (errorCode !== undefined) {
    const codes = { 400: [31], 401: [10, 11], 403: [20], 404: [32] }[answer.status] ?? []
    assert.ok(codes.includes(errorCode), label)
  }
  const named = requestOf(path, request)
  parts.requested.set(caller, `${parts.requested.get(caller) ?? ''} ${named}`)
  assert.deepEqual(await parts.ownership.leaks(isSignedIn(caller) ? caller : null, answer.text, named), [], label)
}

const requestOf = (path: string, { body }: Requested): string => `${path} ${JSON.stringify(body ?? null)}`

async function allow(parts: Walk, about: About, caller: Caller): Promise<void> {
  const { example, ownership } = parts
  const requested = await ask(parts, about, caller)
  const { path, answer, label } = await call(parts, about, caller, requested)
  assert.equal(answer.status, example.answers ?? 200, label)
  const named = `${answer.status === 200 ? '' : requestOf(path, requested)}${example.repeats ? parts.requested.get(caller) : ''}`
  const who = isSignedIn(caller) ? caller : null
  // Data that is open to all callers isn't checked.
  if (who || answer.status !== 200) {
    assert.deepEqual(await ownership.leaks(who, answer.text, named, example.names), [], label)
  }
  if (example.shows && who) {
    const side = parts.scene.sideOf(who).name
    const owner = about === 'none' ? ownerOf[who] : about
    const mark = new RegExp(`"${side}\\.${owner ?? '\\w+'}\\.${example.shows}\\.\\d+"`)
    assert.match(answer.text, mark, label)
  }
}

async function call(
  { scene, route }: Walk,
  about: About,
  caller: Caller,
  { path: values = [], query = {}, body, form, token }: Requested,
): Promise<{ path: string; answer: Answer; label: string }> {
  const rest = [...values]
  const filled = route.path.replace(/:\w+/g, (name) => {
    const value = rest.shift()
    assert.ok(value !== undefined, `the example of ${nameOf(route)} has no value for ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const path = search.size > 0 ? `${filled}?${search}` : filled
  const answer = await scene.callAs(caller, route.method, path, {
    body,
    ...(form ? { form } : {}),
    ...(token === undefined ? {} : { token }),
  })
  const label = `${route.method} ${path} about ${about} as ${caller}: ${answer.status} ${answer.text.slice(0, 2000)}`
  return { path, answer, label }
}
