import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { startTestApp } from './http-testing.ts'

/** An app whose `/wait` responds when the test allows it. */
async function start(t: TestContext) {
  const waiting: (() => void)[] = []
  const asked = Promise.withResolvers<void>()
  const { app, baseUrl } = await startTestApp(t, {
    scopeOfToken: async () => {
      throw unauthenticated('Nobody.')
    },
    register(routes) {
      routes.add({
        method: 'GET',
        path: '/wait',
        authorities: 'anyone',
        summary: 'Waits',
        tag: 'things',
        async handle() {
          asked.resolve()
          await new Promise<void>((resolve) => waiting.push(resolve))
          return 'waited'
        },
      })
    },
  })
  const upgraded: string[] = []
  app.server.on('upgrade', (request, socket) => {
    upgraded.push(request.url ?? '')
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n')
  })
  return { port: Number(new URL(baseUrl).port), waiting, asked: asked.promise, upgraded }
}

const head = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const upgrade = (path: string) => head(path, 'Connection: Upgrade', 'Upgrade: websocket')

/** Collects the data received until the server closes the connection. */
function talk(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  const came = Promise.withResolvers<string>()
  let got = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    got += chunk
  })
  socket.on('error', came.reject)
  socket.on('close', () => came.resolve(got))
  socket.write(text)
  return { socket, answers: came.promise }
}

const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('an upgrade behind a request that is not answered yet is refused after its answer', async (t) => {
  const { port, waiting, asked, upgraded } = await start(t)
  const { answers } = talk(port, head('/wait') + upgrade('/live'))
  await asked
  waiting[0]?.()
  const got = await answers
  assert.deepEqual(statuses(got), [200, 400])
  assert.match(got, /waited.*Wait for earlier answers/s)
  assert.deepEqual(upgraded, [])
})

test('an upgrade behind two requests waits for both', async (t) => {
  const { port, waiting, asked, upgraded } = await start(t)
  const { answers } = talk(port, head('/wait') + head('/health') + upgrade('/live'))
  await asked
  waiting[0]?.()
  assert.deepEqual(statuses(await answers), [200, 200, 400])
  assert.deepEqual(upgraded, [])
})

test('a connection whose requests were answered is upgraded', async (t) => {
  const { port, upgraded } = await start(t)
  const { socket, answers } = talk(port, head('/health'))
  socket.once('data', () => socket.write(upgrade('/live')))
  assert.deepEqual(statuses(await answers), [200, 101])
  assert.deepEqual(upgraded, ['/live'])
  assert.deepEqual(statuses(await talk(port, upgrade('/first')).answers), [101])
})

test('an offer of another protocol is not taken up: the request is answered', async (t) => {
  const { port, upgraded } = await start(t)
  const offer = head('/health', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk')
  const { answers } = talk(port, offer)
  assert.deepEqual(statuses(await answers), [200])
  assert.deepEqual(upgraded, [])
})
