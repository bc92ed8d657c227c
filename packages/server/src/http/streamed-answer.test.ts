import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { until } from '../until-testing.ts'
import { sendJsonPieces, sendWhole } from './streamed-answer.ts'

/** A source of pieces and its progress. Each piece overwrites the memory of the previous one. */
interface Source {
  made: number
  readonly ended: Promise<void>
  pieces(count: number, bytes: number, failsAt?: number): AsyncGenerator<Uint8Array, void>
}

function createSource(): Source {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const source: Source = {
    made: 0,
    ended,
    async *pieces(count, bytes, failsAt = -1) {
      const memory = Buffer.alloc(bytes)
      try {
        for (let i = 0; i < count; i++) {
          if (i === failsAt) throw new Error('The disk is gone.')
          source.made++
          yield memory.fill(48 + (i % 10))
        }
      } finally {
        resolve()
      }
    },
  }
  return source
}

async function start(t: TestContext, pieces: () => AsyncGenerator<Uint8Array, void>, stalledMs?: number) {
  const app = Fastify()
  const answered: number[] = []
  app.addHook('onResponse', async (_, reply) => void answered.push(reply.statusCode))
  app.get('/', (_, reply) => sendJsonPieces(reply.header('cache-control', 'no-store'), pieces(), stalledMs))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
  return {
    url,
    answered,
    async open(): Promise<{ asking: ClientRequest; answer: IncomingMessage }> {
      const asking = request(url)
      asking.on('error', () => {})
      asking.end()
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      return { asking, answer }
    },
  }
}

test('an answer of one piece has its length; a longer one comes in chunks, whole', async (t) => {
  let count = 1
  const { url, answered } = await start(t, () => createSource().pieces(count, 1000))
  for (count of [0, 1, 2, 100]) {
    const answer = await fetch(url)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(answer.headers.get('content-length'), count < 2 ? String(count * 1000) : null)
    const expected = Array.from({ length: count }, (_, i) => String(i % 10).repeat(1000)).join('')
    assert.equal(await answer.text(), expected)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  await until(() => answered.length === 4)
  assert.deepEqual(answered, [200, 200, 200, 200])
})

test('what fails before the second piece is an error as any other', async (t) => {
  const { url } = await start(t, () => createSource().pieces(5, 1000, 1))
  assert.equal((await fetch(url)).status, 500)
})

test('what fails midway ends the connection: half an answer is no answer', async (t) => {
  const source = createSource()
  const { url } = await start(t, () => source.pieces(5, 100_000, 3))
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  await assert.rejects(answer.text())
  await source.ended
})

test('no more is made than the client takes, and nothing when it has gone', async (t) => {
  const source = createSource()
  const { open } = await start(t, () => source.pieces(10_000, 256 * 1024))
  const { asking, answer } = await open()
  // The first pieces arrive; the rest waits in socket buffers, which hold a few MB.
  await once(answer, 'readable')
  const madeAfter = async (turns: number) => {
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
    return source.made
  }
  let before = -1
  for (let made = await madeAfter(200); made !== before; made = await madeAfter(200)) before = made
  assert.ok(before < 200, `${before} pieces were made`)
  asking.destroy()
  await source.ended
  assert.ok(source.made < 200)
})

test('a client that takes nothing for too long is given up', async (t) => {
  const source = createSource()
  const { open } = await start(t, () => source.pieces(10_000, 256 * 1024), 50)
  const { answer } = await open()
  const closed = once(answer.socket, 'close')
  await source.ended
  answer.on('error', () => {})
  answer.resume()
  await closed
  assert.equal(answer.complete, false)
})

test('the limit of an answer is not one of its connection: the next request is served', async (t) => {
  const source = createSource()
  const { url } = await start(t, () => source.pieces(3, 1000), 50)
  for (let i = 0; i < 3; i++) assert.equal((await (await fetch(url)).text()).length, 3000)
})

test('what was made as a whole has its length, and its status', async (t) => {
  const app = Fastify()
  app.get('/', (_, reply) =>
    sendWhole(
      reply.code(201).header('cache-control', 'no-store'),
      [Buffer.from('[1,'), Buffer.from('2]')],
      'application/json',
    ),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('content-length'), '5')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await answer.json(), [1, 2])
})

test('a client that takes a little now and then is given up, too', async (t) => {
  const source = createSource()
  const { open } = await start(t, () => source.pieces(10_000, 1024 * 1024), 300)
  const { answer } = await open()
  answer.on('error', () => {})
  const closed = once(answer.socket, 'close')
  // Some KB every few milliseconds: constant progress, but always too slow.
  const trickle = setInterval(() => answer.socket.read(1024) ?? answer.read(1024), 10)
  t.after(() => clearInterval(trickle))
  await source.ended
  clearInterval(trickle)
  answer.resume()
  await closed
  assert.ok(source.made < 200)
})
