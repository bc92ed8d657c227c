/**
 * Hostile input on every call: each route of the server receives invalid requests and must reject them without side
 * effects.
 *
 * The routes come from the server itself and the requests from their schemas; a route without requests fails the test.
 */

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { RouteInfo } from '../../packages/server/src/http/http-app.ts'
import { evaluatedMark, type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { type HostileWorld, openHostileWorld } from './hostile-world.ts'

const requestsAtOnce = 4
const failuresReported = 400

test('every call refuses hostile input in words, and the platform is as it was', async (t: TestContext) => {
  const world = await openHostileWorld(t)
  assert.ok(world.routes.length > 250)
  const prototypeBefore = Object.getOwnPropertyNames(Object.prototype)
  const failures: string[] = []
  let sent = 0
  let next = 0
  const walks = world.routes.map((route) => ({ route, requests: hostileRequests(route, world) }))

  async function walk() {
    for (let at = next++; at < walks.length; at = next++) {
      const { route, requests } = walks[at] as (typeof walks)[number]
      for (const request of requests) {
        sent++
        const fault = await faultOf(route, request, world)
        if (fault)
          failures.push(`${route.method} ${request.path.slice(0, 160)} | ${request.input}, ${request.what}: ${fault}`)
      }
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, walk))

  for (const { route, requests } of walks) {
    const name = `${route.method} ${route.path}`
    const inputs = new Set(requests.map(({ input }) => input))
    for (const input of inputsOf(route)) assert.ok(inputs.has(input), `${name}: nothing was sent for ${input}`)
    assert.ok(
      requests.some(({ expected }) => expected.kind === 'refused'),
      `${name}: nothing hostile was sent`,
    )
  }
  t.diagnostic(`${sent} requests to ${walks.length} routes`)
  assert.deepEqual(
    failures.slice(0, failuresReported),
    [],
    `${failures.length} of ${sent} answers are not what they must be`,
  )

  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototypeBefore)
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  const { status, text } = await world.call('GET', `/api/device/${world.own.deviceId}`, world.tokens.TENANT_ADMIN)
  assert.equal(status, 200, text)
  assert.equal((await world.call('GET', '/health')).status, 200)
})

/** Inputs that must be tested for a route. */
function inputsOf({ method, path, schema = {} }: RouteInfo): string[] {
  const { query } = schema as { query?: { properties?: object } }
  return [
    ...[...path.matchAll(/:(\w+)/g)].map((match) => `path ${match[1]}`),
    ...Object.keys(query?.properties ?? {}).map((name) => `query ${name}`),
    ...(method === 'GET' ? [] : ['body']),
    'anything',
  ]
}

interface Answered {
  readonly status: number
  readonly text: string
}

async function faultOf(route: RouteInfo, request: HostileRequest, world: HostileWorld): Promise<string | null> {
  const { status, text } = await send(route, request, world)
  const reported = `${status} ${text.slice(0, 240)}`
  // Few calls document such a status.
  if (status >= 500) return request.expected.kind === 'survives' && route.answers?.[status] ? null : reported
  if (text.includes(evaluatedMark) && !request.text?.toString().includes(evaluatedMark)) return `evaluated: ${reported}`
  if (request.expected.kind === 'survives') return null
  if (status < 400) return `taken: ${reported}`
  if (request.expected.status !== undefined && status !== request.expected.status) return reported
  const { names } = request.expected
  return names.length === 0 || names.some((name) => messageOf(text).includes(name))
    ? null
    : `names no field: ${reported}`
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message)
  } catch {
    return ''
  }
}

/** Token of the first authority that the route admits. */
async function tokenFor({ path, authorities }: RouteInfo, { tokens, newSession }: HostileWorld) {
  if (authorities === 'anyone') return undefined
  if (path === '/api/auth/logout') return newSession()
  const known = ['TENANT_ADMIN', 'SYS_ADMIN', 'CUSTOMER_USER'] as const
  const allowed = known.find((authority) => authorities.includes(authority))
  return allowed && tokens[allowed]
}

async function send(route: RouteInfo, request: HostileRequest, world: HostileWorld): Promise<Answered> {
  const token = await tokenFor(route, world)
  if (request.contentLength !== undefined) return sendHead(route, request, request.contentLength, token, world)
  const response = await fetch(world.baseUrl + request.path, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
      ...(request.text === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
    },
    ...(request.text === undefined ? {} : { body: request.text }),
  })
  return { status: response.status, text: await response.text() }
}

/** Announces the body's length but never sends it: the server must not wait for a body that it will reject. */
function sendHead(
  { method }: RouteInfo,
  { path }: HostileRequest,
  contentLength: number,
  token: string | undefined,
  { baseUrl }: HostileWorld,
): Promise<Answered> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.on('data', (data: string) => {
      answer += data
      const [head = '', text] = answer.split('\r\n\r\n', 2)
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
      if (text === undefined || Buffer.byteLength(text) < length) return
      socket.destroy()
      resolve({ status: Number(head.split(' ')[1]), text })
    })
    socket.on('close', () => reject(new Error(`The connection ended: ${answer}`)))
    socket.write(
      `${[
        `${method} ${path} HTTP/1.1`,
        `Host: ${hostname}`,
        'Content-Type: application/json',
        `Content-Length: ${contentLength}`,
        ...(token === undefined ? [] : [`X-Authorization: Bearer ${token}`]),
      ].join('\r\n')}\r\n\r\n`,
    )
  })
}
