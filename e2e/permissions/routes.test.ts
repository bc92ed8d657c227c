/**
 * Every route of the running platform × everybody who may call, with things that really exist: who is admitted gets his
 * answer, who is not is refused and has changed nothing, and no answer names what is none of the caller's business.
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
import type { Asked, Example } from './examples.ts'
import { rights } from './expected-rights.ts'
import { createOwnership, type Ownership } from './ownership.ts'
import { type About, aboutsOf, type RouteClassName, refusalOf, routeClasses } from './route-classes.ts'
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
  const asked = new Map<Caller, string>()

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
      const admitted = admittedAuthorities(routeExamples.get(nameOf(route)) ?? [])
      const allowed = route.authorities === 'anyone' ? allAuthorities : route.authorities
      assert.deepEqual(
        admitted.filter((authority) => !allowed.includes(authority)),
        [],
        nameOf(route),
      )
    }
  })
  // What devices send goes on to change things in the background: it comes last.
  const isDevices = ({ path }: RouteInfo) => path.startsWith('/api/v1/')
  for (const route of [...routes.filter((each) => !isDevices(each)), ...routes.filter(isDevices)]) {
    for (const example of routeExamples.get(nameOf(route)) ?? []) {
      const name = `${nameOf(route)}${example.named ? `, ${example.named}` : ''}: ${example.is}`
      await t.test(name, () => walk({ scene, ownership, tables, asked, route, example }))
    }
  }
})

/** Authorities that some example of a route admits. */
const admittedAuthorities = (examples: readonly Example[]) => {
  const admitted = examples.flatMap(({ is }) =>
    aboutsOf(is).flatMap((about) =>
      callers.flatMap((caller) => (isSignedIn(caller) && !refusalOf(is, about, caller) ? [authorityOf[caller]] : [])),
    ),
  )
  return [...new Set(admitted)]
}

interface Walk {
  readonly scene: Scene
  readonly ownership: Ownership
  readonly tables: readonly string[]
  readonly route: RouteInfo
  readonly example: Example
  /** What callers were refused so far. */
  readonly asked: Map<Caller, string>
}

async function walk(parts: Walk): Promise<void> {
  const { scene, tables, route, example } = parts
  const { relational } = scene.platform
  for (const about of aboutsOf(example.is)) {
    const refused = callers.filter((caller) => refusalOf(example.is, about, caller) !== null)
    const asked = await ask(parts, about, 'tenant')
    const before = route.method === 'GET' || refused.length === 0 ? null : await storeState(relational, tables)
    const points = route.path.includes('/timeseries') ? await pointsOf(scene) : null
    await Promise.all(refused.map((caller) => refuse(parts, about, caller, asked)))
    if (before) assert.deepEqual(differences(before, await storeState(relational, tables)), [], 'refused calls changed')
    if (points) assert.deepEqual(await pointsOf(scene), points)

    for (const caller of callers) if (!refused.includes(caller)) await admit(parts, about, caller)
  }
}

/** Points are not compared in the store, where they move: as their owner sees them. */
const pointsOf = ({ acme }: Scene): Promise<unknown[]> =>
  Promise.all(
    Object.values(acme.has)
      .flatMap(({ device, asset, edge }) => [device, asset, edge])
      .map(({ id }) => acme.call('GET', `/api/plugins/telemetry/${id.entityType}/${id.id}/values/timeseries`)),
  )

const ask = ({ scene, example }: Walk, about: About, caller: Caller): Asked | Promise<Asked> =>
  example.ask({ scene, side: isSignedIn(caller) ? scene.sideOf(caller) : scene.acme, about, caller } as never)

async function refuse(parts: Walk, about: About, caller: Caller, asked: Asked): Promise<void> {
  const { token: _, ...without } = asked
  const { path, answer, told } = await call(parts, about, caller, without)
  assert.equal(answer.status, refusalOf(parts.example.is, about, caller), told)
  const errorCode = (parsed(answer.text) as { errorCode?: number }).errorCode
  if (errorCode !== undefined) {
    const codes = { 401: [10, 11], 403: [20], 404: [32] }[answer.status] ?? []
    assert.ok(codes.includes(errorCode), told)
  }
  const named = requestOf(path, asked)
  parts.asked.set(caller, `${parts.asked.get(caller) ?? ''} ${named}`)
  assert.deepEqual(await parts.ownership.leaks(isSignedIn(caller) ? caller : null, answer.text, named), [], told)
}

const requestOf = (path: string, { body }: Asked): string => `${path} ${JSON.stringify(body ?? null)}`

async function admit(parts: Walk, about: About, caller: Caller): Promise<void> {
  const { example, ownership } = parts
  const asked = await ask(parts, about, caller)
  const { path, answer, told } = await call(parts, about, caller, asked)
  assert.equal(answer.status, example.answers ?? 200, told)
  const named = `${answer.status === 200 ? '' : requestOf(path, asked)}${example.repeats ? parts.asked.get(caller) : ''}`
  const who = isSignedIn(caller) ? caller : null
  // What is open to anyone is nobody's secret.
  if (who || answer.status !== 200) {
    assert.deepEqual(await ownership.leaks(who, answer.text, named, example.names), [], told)
  }
  if (example.shows && who) {
    const side = parts.scene.sideOf(who).name
    const owner = about === 'none' ? ownerOf[who] : about
    const mark = new RegExp(`"${side}\\.${owner ?? '\\w+'}\\.${example.shows}\\.\\d+"`)
    assert.match(answer.text, mark, told)
  }
}

async function call(
  { scene, route }: Walk,
  about: About,
  caller: Caller,
  { path: values = [], query = {}, body, form, token }: Asked,
): Promise<{ path: string; answer: Answer; told: string }> {
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
  const told = `${route.method} ${path} about ${about} as ${caller}: ${answer.status} ${answer.text.slice(0, 2000)}`
  return { path, answer, told }
}
