import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { startTestApp } from './http-testing.ts'

async function start(t: TestContext) {
  const { app, baseUrl } = await startTestApp(t, {
    scopeOfToken: async () => {
      throw unauthenticated('Nobody.')
    },
    register: () => {},
  })
  app.server.on('upgrade', (_, socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  const port = Number(new URL(baseUrl).port)
  /** Returns the status and the error message. */
  return async (headers: readonly string[], { target = '/health', version = '1.1' } = {}) => {
    const socket = connect(port, '127.0.0.1')
    socket.write([`GET ${target} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'))
    const answer = await text(socket)
    return [Number(answer.split(' ', 2)[1]), /"message":"([^"]*)"/.exec(answer)?.[1]] as const
  }
}

test('a request names one host', async (t) => {
  const ask = await start(t)
  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:8080', '[::1]', '[::1]:8080', 'a_b.example.', '', 'a:']) {
    assert.deepEqual(await ask([`Host: ${host}`]), [200, undefined], host)
  }
  for (const host of [
    'a, b',
    'a b',
    'a/b',
    'u@a',
    'a:port',
    'a:123456',
    '[::1',
    '[1]',
    '[::1]a',
    'loc%61l',
    'a;b',
    'é',
  ]) {
    const [status, message] = await ask([`Host: ${host}`])
    assert.equal(status, 400, host)
    assert.match(message ?? '', /Host/)
  }
  const [twice, message] = await ask(['Host: localhost', 'HOST: example.org'])
  assert.equal(twice, 400)
  assert.match(message ?? '', /appears twice/)
  assert.equal((await ask(['Host: localhost', 'Host: localhost']))[0], 400)
  assert.equal((await ask([]))[0], 400)
  assert.equal((await ask([], { version: '1.0' }))[0], 200)
  assert.equal((await ask(['Host: a', 'Host: b'], { version: '1.0' }))[0], 400)
})

test('a whole URL and the header name the same host', async (t) => {
  const ask = await start(t)
  const target = 'http://example.org/health'
  assert.equal((await ask(['Host: EXAMPLE.org'], { target }))[0], 200)
  assert.equal((await ask(['Host: localhost'], { target }))[0], 400)
  assert.equal((await ask(['Host: example.org'], { target: 'http://user@example.org/health' }))[0], 400)
})

test('a request shows one token of a kind', async (t) => {
  const ask = await start(t)
  for (const name of ['Authorization', 'X-Authorization']) {
    const [status, message] = await ask(['Host: localhost', `${name}: Bearer a`, `${name.toLowerCase()}: Bearer b`])
    assert.equal(status, 400)
    assert.match(message ?? '', /appears twice/)
  }
  const both = ['Host: localhost', 'Authorization: Bearer a', 'X-Authorization: Bearer b']
  assert.equal((await ask(both))[0], 200)
})

test('an upgrade is looked at in the same way', async (t) => {
  const ask = await start(t)
  const upgrade = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket']
  assert.equal((await ask(upgrade))[0], 101)
  assert.equal((await ask([...upgrade, 'Host: localhost']))[0], 400)
  assert.equal((await ask([...upgrade.slice(1), 'Host: a b']))[0], 400)
})
