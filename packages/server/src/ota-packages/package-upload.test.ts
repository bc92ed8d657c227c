import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DomainError } from '@sonde/model/errors'
import { limitBodyTime } from '../http/body-time.ts'
import { silent } from '../http/http-testing.ts'
import { temporaryFolder } from '../storage/testing.ts'
import { until } from '../until-testing.ts'
import { packageJson } from './package-answer.ts'
import { createPackageFiles } from './package-files.ts'
import { receiveUpload, type UploadedFile } from './package-upload.ts'

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="fw.bin"\r\n\r\n'
const tail = '\r\n--b--\r\n'
const type = { 'content-type': 'multipart/form-data; boundary=b' }

/** A server that receives one file after another. */
async function openReceiver(t: TestContext) {
  const dataFolder = await temporaryFolder(t)
  const files = createPackageFiles({ dataFolder, named: async () => new Set(), log: silent })
  const outcomes: (UploadedFile | Error)[] = []
  const server = createServer((request, response) => {
    limitBodyTime(request)
    receiveUpload({ files, bytesMax: 1024 * 1024 * 1024 }, request, 'SHA256').then(
      (uploaded) => {
        outcomes.push(uploaded)
        response.end('taken')
      },
      (error: Error) => {
        outcomes.push(error)
        response.writeHead(error instanceof DomainError ? error.status : 500).end(error.message)
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { dataFolder, files, outcomes, port, stored: () => readdirSync(join(dataFolder, 'ota-packages')) }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use: a buffer that the first collection frees isn't counted until the second one. */
function used(): number {
  collect()
  collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

test('a large file goes to the disk in bounded memory', async (t) => {
  const { files, outcomes, port, stored, dataFolder } = await openReceiver(t)
  const piece = Buffer.alloc(256 * 1024, 'firmware')
  const pieces = 128
  // Part of the sent data may still be in kernel buffers.
  const bound = (piece.length * pieces) / 4
  const expected = createHash('sha256')
  const before = used()
  let most = 0
  async function* form() {
    yield Buffer.from(head)
    for (let i = 0; i < pieces; i++) {
      expected.update(piece)
      // Collecting all garbage takes long beside other tests, so it's done once, when most pieces are on their way.
      if (i === 96) most = used() - before
      yield piece
    }
    yield Buffer.from(tail)
  }
  const call = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers: type })
  const answered = once(call, 'response')
  await pipeline(Readable.from(form(), { objectMode: false }), call)
  const [response] = await answered
  response.resume()
  const [uploaded] = outcomes
  assert.ok(uploaded && !(uploaded instanceof Error), String(uploaded))
  assert.equal(uploaded.bytes, piece.length * pieces)
  assert.equal(uploaded.checksum, expected.digest('hex'))
  t.diagnostic(`${pieces / 4} MB, at most ${(most / 1e6).toFixed(0)} MB more in memory`)
  assert.ok(most < bound, `${most} bytes of memory`)
  const name = await uploaded.file.keep()
  assert.deepEqual(stored(), [name])

  // Read the file back, inside JSON.
  const info = { dataSize: uploaded.bytes } as Parameters<typeof packageJson>[1]['info']
  const start = used()
  most = 0
  let characters = 0
  for await (const part of packageJson(files, { info, file: name })) {
    const wasBeforeHalf = characters < uploaded.bytes / 2
    characters += part.length
    if (wasBeforeHalf && characters >= uploaded.bytes / 2) most = used() - start
  }
  assert.equal(
    characters,
    '{"dataSize":,"data":""}'.length + String(uploaded.bytes).length + Math.ceil(uploaded.bytes / 3) * 4,
  )
  assert.ok(most < bound, `${most} bytes of memory`)
  assert.equal(
    createHash('sha256')
      .update(readFileSync(join(dataFolder, 'ota-packages', name)))
      .digest('hex'),
    uploaded.checksum,
  )
})

test('of an upload that breaks off nothing is left', async (t) => {
  const { outcomes, port, stored } = await openReceiver(t)
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type['content-type']}\r\nContent-Length: 1000000\r\n\r\n`)
  socket.write(head)
  socket.write(Buffer.alloc(100_000))
  await until(() => readFolder(stored).length === 1, 'the upload has begun')
  socket.destroy()
  await until(() => outcomes.length === 1, 'the upload is over')
  assert.ok(outcomes[0] instanceof DomainError)
  assert.deepEqual(stored(), [])
})

function readFolder(stored: () => string[]): string[] {
  try {
    return stored()
  } catch {
    // The folder is created with the first file.
    return []
  }
}

test('what is refused midway is read to its end, so that the caller hears why', async (t) => {
  const { port, stored } = await openReceiver(t)
  const bytes = Buffer.concat([Buffer.from(`${head}x\r\n--wrong`), Buffer.alloc(3_000_000), Buffer.from('\r\n--b')])
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: type, body: bytes })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /broken or ended too early/)
  assert.deepEqual(stored(), [])
})

test('a file whose size is no multiple of three comes back whole in Base64', async (t) => {
  const { files } = await openReceiver(t)
  for (const size of [1, 2, 3, 65_536, 200_000, 200_001, 200_002]) {
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => i * 7))
    const file = await files.create()
    await file.write(bytes)
    const name = await file.keep()
    const info = { dataSize: size } as Parameters<typeof packageJson>[1]['info']
    const parts: Uint8Array[] = []
    for await (const part of packageJson(files, { info, file: name })) parts.push(part)
    const json = JSON.parse(Buffer.concat(parts).toString()) as { data: string }
    assert.equal(json.data, bytes.toString('base64'), `${size} bytes`)
  }
})
