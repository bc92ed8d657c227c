import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { bodyCame, bodyMsMax, limitBodyTime } from './body-time.ts'

/**
 * A server that limits the time of bodies, and a client that has sent the head of a request with a body of five bytes.
 */
async function openServer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const server = createServer((request) => {
    limitBodyTime(request)
    request.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n')
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  const send = async (text: string) => {
    socket.write(text)
    await once(request, 'data')
  }
  return { socket, request, send }
}

test('a body that does not come in time ends the connection', async (t) => {
  const { socket, request, send } = await openServer(t)
  await send('ab')
  t.mock.timers.tick(bodyMsMax - 1)
  assert.ok(!request.destroyed)
  t.mock.timers.tick(1)
  assert.ok(request.destroyed)
  await once(socket, 'close')
})

test('a long body has the time anew with everything that comes', async (t) => {
  const { request, send } = await openServer(t)
  for (const letter of 'hell') {
    await send(letter)
    bodyCame(request)
    t.mock.timers.tick(bodyMsMax - 1)
    assert.ok(!request.destroyed)
  }
  const ended = once(request, 'end')
  await send('o')
  await ended
  t.mock.timers.tick(bodyMsMax)
  assert.equal(request.socket.destroyed, false, 'what came whole has all the time to be answered')
})
