import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { answerBytesMax, createEgress, EgressRejected } from './egress.ts'
import { createEgressRule } from './egress-rules.ts'

/** First and last address of each range, and other spellings. */
const rejected = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.9', '192.0.0.255', '192.0.2.0', '192.0.2.255'],
  ...['192.31.196.0', '192.31.196.255', '192.52.193.0', '192.52.193.255', '192.88.99.0', '192.88.99.255'],
  ...['192.168.0.0', '192.168.255.255', '192.175.48.0', '192.175.48.255', '198.18.0.0', '198.19.255.255'],
  ...['198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ...['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
  // IPv4 embedded in IPv6: compatible, mapped, translated, NAT64, 6to4, Teredo, ISATAP.
  ...['::', '::1', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a01:203'],
  ...['0:0:0:0:0:ffff:7f00:0001', '::FFFF:127.0.0.1', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:8.8.8.8'],
  ...['64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:ffff:ffff::', '2001::1'],
  ...['fe80::5efe:7f00:1', '::1%lo', 'fe80::1%eth0'],
  // Special IPv6 ranges, and the edges of the public range.
  ...['100::1', '100:0:0:1::1', '1fff:ffff::1', '2001:1ff:ffff::1', '2001:2::1', '2001:20::1', '2001:db8::1'],
  ...['2620:4f:8000::1', '3fff::1', '3fff:fff:ffff::1', '4000::', '4000::1', '5f00::1', '8000::1', 'c000::1'],
  ...['fc00::1', 'fd00::1', 'fdff:ffff::1', 'fe00::1', 'fe80::1', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1'],
]
const allowed = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.1', '191.255.255.255', '192.0.1.0'],
  ...['192.0.3.0', '192.31.195.255', '192.52.194.0', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.0.0'],
  ...['198.20.0.0', '198.51.99.255', '203.0.114.0', '223.255.255.255'],
  ...[
    '2000::',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1111',
    '3ffe::1',
    '3fff:1000::1',
  ],
  ...['2620:4f:7fff::1', '::ffff:8.8.8.8', '::ffff:808:808'],
]

test('public addresses may be called, all others may not, however they are written', () => {
  const rule = createEgressRule(null)
  for (const address of rejected) assert.equal(rule('x', address, 80), false, address)
  for (const address of allowed) assert.equal(rule('x', address, 443), true, address)
  for (const text of ['', 'localhost', '127.1', '1.2.3', '08.8.8.8', '[::1]']) {
    assert.equal(rule('x', text, 80), false, `${text} is no address`)
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
  assert.equal(rule('x', '0:0:0:0:0:0:0:1', 9), true, 'in any spelling')
})

test('a name leads to an address that may be called, or nowhere', async () => {
  const egress = createEgress({
    allow: null,
    resolve: async (host) => (host === 'both.example' ? ['127.0.0.1', '8.8.8.8'] : ['10.0.0.1']),
  })
  assert.deepEqual(await egress.check('both.example', 80), { address: '8.8.8.8', port: 80, host: 'both.example' })
  await assert.rejects(egress.check('inside.example', 80), EgressRejected)
  await assert.rejects(egress.check('[::1]', 80), EgressRejected)
  await assert.rejects(egress.request('http://127.1/'), EgressRejected, 'other spellings of this machine')
  await assert.rejects(egress.request('http://0x7f000001/'), EgressRejected)
  await assert.rejects(egress.request('file:///etc/passwd'), EgressRejected)
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
