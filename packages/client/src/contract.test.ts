/** Checks the client against the API contract: makes every call and compares the requests with the list. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { placeValues } from './contract-places.ts'
import { samples } from './contract-samples.ts'
import { tokenOf } from './testing.ts'

interface Endpoint {
  readonly method: string
  /** Path template: `/api/device/{deviceId}`. */
  readonly path: string
  readonly query?: readonly { readonly name: string; readonly required: boolean }[]
  /** Name of the request body's schema. */
  readonly body?: string
}

const endpoints = JSON.parse(
  readFileSync(new URL('../../../conformance/contract/endpoints.json', import.meta.url), 'utf8'),
) as readonly Endpoint[]

/** Calls of Sonde that aren't in the contract. */
const ownCalls = [
  `GET /api/v2/admin/settings/${placeValues.key}/secrets`,
  'GET /api/v2/admin/settings/oauth2/secrets',
  'GET /api/v2/admin/link-base',
  'POST /api/v2/user/email',
  'POST /api/v2/noauth/email',
  'POST /api/v2/noauth/share-link',
  'GET /api/v2/alarms',
  `POST /api/v2/deviceProfile/${placeValues.deviceProfileId}/alarmRuleTrial`,
  `GET /api/v2/alarms/${placeValues.alarmId}`,
  'GET /api/v2/activeAlarms',
  'GET /api/v2/alarmTypes',
  'GET /api/v2/alarmHistogram',
  `DELETE /api/v2/alarms/${placeValues.alarmId}/acknowledgment`,
  `DELETE /api/v2/alarms/${placeValues.alarmId}/clearing`,
  `GET /api/v2/alarms/${placeValues.alarmId}/history`,
  `POST /api/v2/alarms/${placeValues.alarmId}/comments`,
  `PUT /api/v2/alarms/${placeValues.alarmId}/comments/${placeValues.commentId}`,
  `DELETE /api/v2/alarms/${placeValues.alarmId}/comments/${placeValues.commentId}`,
  `POST /api/v2/alarms/${placeValues.alarmId}/comments/${placeValues.commentId}/restore`,
  `GET /api/v2/alarms/${placeValues.alarmId}/assignees`,
  `PUT /api/v2/alarms/${placeValues.alarmId}/assignee`,
  `PUT /api/v2/alarms/${placeValues.alarmId}/shelf`,
  `DELETE /api/v2/alarms/${placeValues.alarmId}/shelf`,
  'GET /api/v2/server',
  'GET /api/v2/device-connectivity',
  'GET /api/v2/page-start',
  'POST /api/v2/batch',
  'GET /api/v2/home',
  'GET /api/v2/user/settings/tableLayouts',
  'PUT /api/v2/user/settings/tableLayouts',
  'GET /api/v2/limits',
  'GET /api/v2/limits/maxDevices',
  `GET /api/v2/tenantProfiles/${placeValues.tenantProfileId}/limits`,
  `PUT /api/v2/tenantProfiles/${placeValues.tenantProfileId}/limits`,
  'GET /api/v2/components/settings',
  `GET /api/v2/ruleChain/${placeValues.ruleChainId}/problems`,
  `GET /api/v2/dashboards/${placeValues.dashboardId}/share-links`,
  `POST /api/v2/dashboards/${placeValues.dashboardId}/share-links`,
  `DELETE /api/v2/dashboards/${placeValues.dashboardId}/share-links/${placeValues.entityId}`,
  `GET /api/v2/dashboards/${placeValues.dashboardId}/versions`,
  `GET /api/v2/dashboards/${placeValues.dashboardId}/versions/1`,
  `POST /api/v2/dashboards/${placeValues.dashboardId}/versions/1/restore`,
  'GET /api/v2/deadLetters',
  'DELETE /api/v2/deadLetters',
  'POST /api/v2/deadLetters/replay',
  `GET /api/v2/deadLetters/${placeValues.deadLetterId}`,
  `DELETE /api/v2/deadLetters/${placeValues.deadLetterId}`,
  `POST /api/v2/deadLetters/${placeValues.deadLetterId}/replay`,
  'GET /api/v2/trash',
  'GET /api/v2/trash/settings',
  'DELETE /api/v2/trash',
  `DELETE /api/v2/trash/${placeValues.entityId}`,
  `POST /api/v2/trash/${placeValues.entityId}/restore`,
  `GET /api/v2/visitor-rights/DEVICE/${placeValues.entityId}`,
  `POST /api/v2/visitor-rights/DEVICE/${placeValues.entityId}`,
  'GET /api/v2/key-descriptions',
  'PUT /api/v2/key-descriptions',
  `PUT /api/v2/key-descriptions/${placeValues.deviceProfileId}`,
  'GET /api/v2/device-acceptance',
  'POST /api/v2/device-acceptance',
]
/** Parameters of Sonde that aren't in the contract. */
const ownParameters = ['active', 'listCreated', 'listUpdated']
/** Scope in telemetry paths, which the server ignores. */
const telemetryScope = 'ANY'

interface Sent {
  readonly by: string
  readonly method: string
  /** Decoded path without the query. */
  readonly path: string
  readonly query: readonly string[]
  readonly body: unknown
}

/** Makes every call of the client and records the requests. */
async function everythingSent(): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  let by = ''
  const issued = Math.floor(Date.now() / 1000)
  const token = tokenOf({ userId: 'u', sub: 'ada', scopes: ['TENANT_ADMIN'], iat: issued, exp: issued + 9000 })
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(String(url))
    const path = pathname.split('/').map(decodeURIComponent).join('/')
    sent.push({ by, method: init.method ?? 'GET', path, query: [...searchParams.keys()], body: init.body })
    return new Response(JSON.stringify({ token, refreshToken: token }))
  }
  const client = createClient({ baseUrl: 'http://platform.example', fetch: fetch as typeof globalThis.fetch })
  by = 'session'
  await client.session.loginPublic('public')
  await client.session.loginShareLink('key')
  await client.session.login('ada', 'secret')
  await client.session.refresh(token)
  await client.session.logout()
  await client.session.login('ada', 'secret')
  for (const [room, calls] of Object.entries(client)) {
    if (['session', 'rest', 'live', 'close'].includes(room)) continue
    for (const [name, call] of Object.entries(calls)) {
      by = `${room}.${name}`
      const given = (samples as unknown as Record<string, Record<string, readonly (readonly unknown[])[]>>)[room]?.[
        name
      ]
      assert.ok(given && given.length > 0, `${by} has no sample`)
      const before = sent.length
      for (const args of given) await (call as (...args: readonly unknown[]) => Promise<unknown>)(...args)
      assert.equal(sent.length, before + given.length, `${by} sends one request per call`)
    }
  }
  client.close()
  return sent
}

/** Paths with the parameters filled in; telemetry has another scope than attributes. */
function pathsOf({ path }: Endpoint): readonly string[] {
  const filled = (scope: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'scope') return scope
      const value = (placeValues as Readonly<Record<string, string>>)[name]
      assert.ok(value, `the samples have a value for ${name} of ${path}`)
      return value
    })
  return [filled(placeValues.scope), filled(telemetryScope)]
}

const requiredOf = ({ query = [] }: Endpoint) => query.filter(({ required }) => required).map(({ name }) => name)
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}?${requiredOf(endpoint).join('&')}`

test('every call of the contract is in the client, with every parameter; and nothing else is sent', async () => {
  const sent = await everythingSent()
  const seen = new Map(endpoints.map((endpoint) => [endpoint, new Set<string>()]))
  const called = new Set<Endpoint>()
  for (const { by, method, path, query, body } of sent) {
    // Several endpoints differ only in their query: the one with the most required parameters among the sent ones
    // matches.
    const endpoint = endpoints
      .filter((each) => each.method === method && pathsOf(each).includes(path))
      .filter((each) => requiredOf(each).every((name) => query.includes(name)))
      .sort((a, b) => requiredOf(b).length - requiredOf(a).length)[0]
    if (!endpoint) {
      assert.ok(ownCalls.includes(`${method} ${path}`), `${by} sends ${method} ${path}?${query.join('&')}: unknown`)
      continue
    }
    called.add(endpoint)
    const known = (endpoint.query ?? []).map(({ name }) => name)
    for (const name of query) {
      assert.ok(known.includes(name) || ownParameters.includes(name), `${by} sends ${name}: ${nameOf(endpoint)}`)
      seen.get(endpoint)?.add(name)
    }
    if (endpoint.body === 'MultipartFile') assert.ok(body instanceof FormData && body.get('file') instanceof File, by)
    else if (endpoint.body) assert.equal(typeof body, 'string', `${by} sends ${endpoint.body}: ${nameOf(endpoint)}`)
  }
  assert.deepEqual(
    endpoints.filter((endpoint) => !called.has(endpoint)).map(nameOf),
    [],
    'calls of the contract that the client lacks',
  )
  assert.deepEqual(
    endpoints.flatMap((endpoint) =>
      (endpoint.query ?? [])
        .filter(({ name }) => !seen.get(endpoint)?.has(name))
        .map(({ name }) => `${nameOf(endpoint)}: ${name}`),
    ),
    [],
    'parameters of the contract that the client lacks',
  )
})
