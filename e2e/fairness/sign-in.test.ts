/**
 * Guarantee: a flood of sign-ins from one address doesn't keep users at another address from signing in, and signed-in
 * users aren't affected. At default settings; uses two loopback addresses.
 */

import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { administrator, type Platform, startPlatform } from '../platform/start-platform.ts'
import { noteFigures } from './figures.ts'

/** Guesses at the start, then per second, and the minimum in total. */
const burst = 300
const perSecond = 60
const guessesMin = 500
/** Minimum of sequential sign-ins and reads during the flood, so that a slow machine is flooded for longer. */
const signInsMin = 10
const attacker = '127.0.0.1'
const real = '127.0.0.2'

interface Credentials {
  readonly username: string
  readonly password: string
}

interface Answer {
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** Makes calls from one of the machine's addresses. */
function callerFrom(t: TestContext, { baseUrl }: Platform, localAddress: string) {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: burst })
  t.after(() => agent.destroy())
  return (method: string, path: string, body?: object, token?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const headers = {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { 'x-authorization': `Bearer ${token}` }),
      }
      request({ hostname, port, localAddress, agent, method, path, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () => {
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, ms: performance.now() - started, retryAfter: answered['retry-after'], text })
        })
      })
        .once('error', reject)
        .end(body ? JSON.stringify(body) : undefined)
    })
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Floods with the credentials from `guess` and signs in as the administrator at the same time. Resolves with the
 * responses of both.
 */
async function flood(t: TestContext, platform: Platform, guess: (n: number) => Credentials) {
  const attack = callerFrom(t, platform, attacker)
  const call = callerFrom(t, platform, real)
  const credentials = { username: administrator.email, password: administrator.password }
  const signIn = () => call('POST', '/api/auth/login', credentials)
  const before = [await signIn(), await signIn(), await signIn()]
  const { token } = JSON.parse(before[0]?.text ?? '{}') as { token: string }

  let sent = 0
  const guesses: Promise<Answer>[] = []
  // A connection closed by the server counts as status 0; its error must not be unhandled.
  const cut = (error: Error): Answer => ({ status: 0, ms: 0, retryAfter: undefined, text: error.message })
  const strike = () => void guesses.push(attack('POST', '/api/auth/login', guess(sent++)).catch(cut))
  for (let i = 0; i < burst; i++) strike()
  const trickle = setInterval(strike, 1000 / perSecond)
  const signIns: Answer[] = []
  const reads: Answer[] = []
  try {
    while (sent < guessesMin || signIns.length < signInsMin) {
      signIns.push(await signIn())
      reads.push(await call('GET', '/api/auth/user', undefined, token))
    }
  } finally {
    clearInterval(trickle)
  }
  return { before, signIns, reads, guesses: await Promise.all(guesses) }
}

async function assertFair(t: TestContext, guess: (n: number) => Credentials, right: readonly number[] = []) {
  const platform = await startPlatform(t)
  const { before, signIns, reads, guesses } = await flood(t, platform, guess)
  const usual = median(before.map(({ ms }) => ms))
  const times = signIns.map(({ ms }) => ms)
  const slowest = Math.max(...times)
  const slowestRead = Math.max(...reads.map(({ ms }) => ms))
  const rejected = guesses.filter(({ status }) => status === 429)
  noteFigures(t, 'signIn', 'flood', { p50: median(times), p99: slowest })
  t.diagnostic(
    `${guesses.length} guesses, ${rejected.length} of them 429; ${signIns.length} sign-ins: usual ${usual.toFixed(0)} ms, ` +
      `median ${median(times).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; slowest read ${slowestRead.toFixed(0)} ms`,
  )
  assert.deepEqual([...new Set(signIns.map(({ status }) => status))], [200])
  assert.deepEqual([...new Set(reads.map(({ status }) => status))], [200])
  for (const { retryAfter, text } of rejected) {
    assert.match(String(retryAfter), /^\d+$/)
    assert.match(text, /: the limit is /)
  }
  assert.ok(rejected.length > guesses.length / 2, 'most of it is refused without work')
  const others = new Set(guesses.map(({ status }) => status).filter((status) => status !== 429))
  assert.deepEqual([...others].sort(), [...right, 401].sort())
}

test('guesses at many accounts hold up no one else', (t: TestContext) =>
  assertFair(t, (n) => ({ username: `nobody-${n}@example.org`, password: 'wrong' })))

test('guesses at one’s own account hold up no one at another address', (t: TestContext) =>
  assertFair(t, () => ({ username: administrator.email, password: 'wrong' })))

test('right sign-ins without end hold up no one else', async (t: TestContext) => {
  // Every tenth is wrong, so that both code paths are busy.
  const account = { username: administrator.email, password: administrator.password }
  await assertFair(t, (n) => (n % 10 === 0 ? { ...account, password: 'wrong' } : account), [200])
})
