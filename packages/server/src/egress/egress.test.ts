import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { answerBytesMax, createEgress, EgressRefused } from './egress.ts'
import { createEgressRule } from './egress-rules.ts'

const privates = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a01:203',
  '64:ff9b::a00:1',
]

test('public addresses may be called, private ones may not, however they are written', () => {
  const rule = createEgressRule(null)
  for (const address of privates) assert.equal(rule('x', address, 80), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8']) {
    assert.equal(rule('x', address, 443), true, address)
  }
})

test('the operator allows addresses, ranges and names, each with or without a port', () => {
  const rule = createEgressRule(['10.0.0.0/8', 'broker.local:1883', '[fd00::1]:443', '*.lan', '::1'])
  assert.equal(rule('x', '10.9.9.9', 1), true)
  assert.equal(rule('x', '11.0.0.1', 1), true, 'public anyway')
  assert.equal(rule('broker.local', '192.168.0.9', 1883), true)
  assert.equal(rule('BROKER.local.', '192.168.0.9', 1883), true)
  assert.equal(rule('broker.local', '192.168.0.9', 1884), false)
  assert.equal(rule('x', 'fd00::1', 443), true)
  assert.equal(rule('x', 'fd00::1', 80), false)
  assert.equal(rule('x', 'fd00::2', 443), false)
  assert.equal(rule('a.b.lan', '192.168.0.9', 1), true)
  assert.equal(rule('lan', '192.168.0.9', 1), false)
  assert.equal(rule('evil-lan', '192.168.0.9', 1), false)
  assert.equal(rule('x', '::1', 9), true)
})

test('a name leads to an address that may be called, or nowhere', async () => {
  const egress = createEgress({
    allow: null,
    resolve: async (host) => (host === 'both.example' ? ['127.0.0.1', '8.8.8.8'] : ['10.0.0.1']),
  })
  assert.deepEqual(await egress.check('both.example', 80), { address: '8.8.8.8', port: 80, host: 'both.example' })
  await assert.rejects(egress.check('inside.example', 80), EgressRefused)
  await assert.rejects(egress.check('[::1]', 80), EgressRefused)
  await assert.rejects(egress.request('http://127.1/'), EgressRefused, 'other spellings of this machine')
  await assert.rejects(egress.request('http://0x7f000001/'), EgressRefused)
  await assert.rejects(egress.request('file:///etc/passwd'), EgressRefused)
})

test('a call goes to the checked address with the name that it was asked for', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/large') return response.end('x'.repeat(answerBytesMax + 1))
    if (request.url === '/away') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    if (request.url === '/silent') return undefined
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(`${request.method} ${request.headers.host} ${Buffer.concat(chunks)}`))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const egress = createEgress({ allow: ['api.example'], resolve: async () => ['127.0.0.1'] })
  const at = `http://api.example:${port}`
  assert.deepEqual(await egress.request(`${at}/x?y`, { method: 'POST', body: 'ä' }), {
    status: 200,
    text: `POST api.example:${port} ä`,
  })
  assert.equal((await egress.request(`${at}/away`)).status, 302, 'redirects are not followed')
  await assert.rejects(egress.request(`${at}/large`), /larger/)
  await assert.rejects(egress.request(`${at}/silent`, { timeoutMs: 50 }))
})
