import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readBody } from './body-bytes.ts'

/** A request whose body is written by the test. */
function requestWith(headers: Record<string, string>) {
  const body = Object.assign(new PassThrough(), { headers })
  return { body, request: body as unknown as IncomingMessage }
}

test('a body in many parts is read into one buffer, which is counted as it grows', async () => {
  const { body, request } = requestWith({ 'transfer-encoding': 'chunked' })
  const held: number[] = []
  const read = readBody(request, { bytesMax: 5000, hold: (bytes) => held.push(bytes) })
  for (let i = 0; i < 300; i++) body.write('0123456789')
  body.end()
  assert.equal(String(await read), '0123456789'.repeat(300))
  assert.deepEqual(held, [1024, 2048, 4096])
})

test('a long body gets its whole room at once', async () => {
  const { body, request } = requestWith({ 'content-length': '300000' })
  const held: number[] = []
  const read = readBody(request, { bytesMax: 400_000, hold: (bytes) => held.push(bytes) })
  for (let i = 0; i < 10; i++) body.write(Buffer.alloc(30_000))
  body.end()
  assert.equal((await read).length, 300_000)
  assert.deepEqual(held, [30_000, 60_000, 300_000])
  assert.deepEqual(body.listeners('error').map(String), ['function ignore() {}'])
})

test('a body that arrives whole is not copied, and counts nothing', async () => {
  const { body, request } = requestWith({ 'content-length': '3' })
  const sent = Buffer.from('abc')
  const read = readBody(request, {
    bytesMax: 3,
    hold: () => assert.fail('counted'),
  })
  body.end(sent)
  assert.equal((await read).buffer, sent.buffer)
})

test('more than the call takes is refused, by what the head says or what comes', async () => {
  await assert.rejects(readBody(requestWith({ 'content-length': '4' }).request, { bytesMax: 3 }), { status: 413 })
  const { body, request } = requestWith({ 'transfer-encoding': 'chunked' })
  const read = readBody(request, { bytesMax: 3 })
  body.write('ab')
  body.write('cd')
  await assert.rejects(read, { status: 413 })
  assert.equal(body.listenerCount('data'), 0, 'nothing of the rest is kept')
})

test('a body in thousands of tiny parts ends its connection', async () => {
  const { body, request } = requestWith({ 'transfer-encoding': 'chunked' })
  const read = readBody(request, { bytesMax: 5000 })
  for (let i = 0; i < 1001; i++) body.write('x')
  await assert.rejects(read, /ended early/)
  assert.ok(body.destroyed)
})

test('without room, or when the client leaves, the reading ends', async () => {
  const parted = requestWith({ 'content-length': '9' })
  const full = new Error('full')
  const read = readBody(parted.request, {
    bytesMax: 9,
    hold: () => {
      throw full
    },
  })
  parted.body.write('ab')
  await assert.rejects(read, full)

  const left = requestWith({ 'content-length': '9' })
  const unfinished = readBody(left.request, { bytesMax: 9 })
  left.body.write('ab')
  left.body.destroy()
  await assert.rejects(unfinished, /ended early/)
})
