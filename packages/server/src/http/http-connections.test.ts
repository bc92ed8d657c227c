import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../until-testing.ts'
import { createConnectionEnd, limitConnections } from './http-connections.ts'
import { createTrustedProxies } from './trusted-proxies.ts'

async function start(t: TestContext, trustedProxies: string[] = []) {
  const server = createServer((_request, response) => response.end('here'))
  const rejected: string[] = []
  const limits = {
    of: () => 2,
    rejected: (_tenantId: string | null, limit: string) => void rejected.push(limit) as never,
  }
  limitConnections(server, limits, createTrustedProxies(trustedProxies))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port })
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const answers = async (socket: Socket): Promise<boolean> => {
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const first = await Promise.race([
      once(socket, 'data').then(() => 'data'),
      once(socket, 'close').then(() => 'close'),
    ])
    return first === 'data'
  }
  return { open, answers, rejected }
}

test('an address opens so many connections; when one closes there is room for another', async (t) => {
  const { open, answers, rejected } = await start(t)
  const [first, second] = [await open(), await open()]
  assert.deepEqual([await answers(first), await answers(second)], [true, true])
  assert.equal(await answers(await open()), false)
  assert.deepEqual(rejected, ['httpConnections'])
  first.destroy()
  await until(async () => answers(await open()), 'there is room for another connection')
})

test('a trusted proxy opens any number, for its clients', async (t) => {
  const { open, answers, rejected } = await start(t, ['10.0.0.1', '127.0.0.0/8', '::1'])
  for (let i = 0; i < 5; i++) assert.equal(await answers(await open()), true)
  assert.deepEqual(rejected, [])
})

test('a server that stops closes silent connections at once, and those with a request after its response', async (t) => {
  let waiting: ServerResponse | undefined
  const server = createServer((request, response) => {
    end.noteRequest(request, response)
    waiting = response
  })
  const end = createConnectionEnd(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect({ host: '127.0.0.1', port })
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const [silent, halfSent, asking] = [await open(), await open(), await open()]
  halfSent.write('GET / HTTP/1.1\r\nho')
  asking.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await until(() => waiting !== undefined, 'the request arrives')
  const closed = Promise.all([silent, halfSent].map((socket) => once(socket, 'close')))
  for (const socket of [silent, halfSent]) socket.on('error', () => {}).resume()
  const stopped = once(server, 'close')
  server.close()
  end.close()
  await closed
  assert.equal(asking.destroyed, false)
  const answer = once(asking, 'data')
  waiting?.end('done')
  assert.match(String((await answer)[0]), /done/)
  await stopped
})
