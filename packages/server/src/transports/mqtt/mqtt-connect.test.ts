import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate, type IConnectPacket } from 'mqtt-packet'
import { connectAccepted, connectRejected, readConnect } from './mqtt-connect.ts'

const base = { cmd: 'connect', protocolId: 'MQTT', clean: true, clientId: 'pump', keepalive: 60 } as const

/** Length of the fixed header of packets shorter than 128 bytes. */
const headerBytes = 2

const read = (bytes: Buffer) => readConnect(bytes, 0, headerBytes, bytes.length)
const readPacket = (more: Partial<IConnectPacket>) => read(generate({ ...base, ...more } as IConnectPacket))

test('the credentials are client id, user name and password, absent ones null', () => {
  const all = readPacket({ protocolVersion: 4, username: 'token', password: Buffer.from('secret') })
  assert.equal(all.kind, 'request')
  assert.deepEqual(all.kind === 'request' && all.credentials, {
    kind: 'basic',
    clientId: 'pump',
    userName: 'token',
    password: 'secret',
  })
  const none = readPacket({ protocolVersion: 5, clientId: '' })
  assert.equal(none.version, 5)
  assert.deepEqual(none.kind === 'request' && none.credentials, {
    kind: 'basic',
    clientId: null,
    userName: null,
    password: null,
  })
  const bytes = readPacket({ protocolVersion: 4, username: 'u', password: Buffer.from([0xff, 0xfe]) })
  assert.equal(bytes.kind === 'request' && bytes.credentials?.kind === 'basic' && bytes.credentials.password, null)
})

test('who is named provision and has no password asks for credentials', () => {
  const asks = (more: Partial<IConnectPacket>) => {
    const answer = readPacket({ protocolVersion: 4, ...more })
    return answer.kind === 'request' && answer.credentials === null
  }
  assert.ok(asks({ username: 'provision' }))
  assert.ok(asks({ username: 'provision', password: Buffer.alloc(0) }))
  assert.ok(asks({ clientId: 'provision' }))
  assert.ok(!asks({ username: 'provision', password: Buffer.from('x') }))
  assert.ok(!asks({ clientId: 'provision', username: 'token' }))
  assert.ok(!asks({ clientId: 'provisions' }))
})

test('a rejection has its codes, and none where nobody could read them', () => {
  const rejected = (answer: ReturnType<typeof read>) => (answer.kind === 'refused' ? answer.codes : 'a request')
  const method = { properties: { authenticationMethod: 'x' } }
  assert.deepEqual(rejected(readPacket({ protocolVersion: 5, ...method })), [5, 0x8c])
  const sized = readPacket({ protocolVersion: 5, properties: { receiveMaximum: 0, maximumPacketSize: 1 } })
  assert.deepEqual(rejected(sized), [2, 0x82])
  for (const [protocolVersion, expected] of [
    [4, [2, 0x85]],
    [5, 'a request'],
  ] as const) {
    const unnamed = generate({ ...base, protocolVersion, clientId: '' } as IConnectPacket)
    assert.deepEqual(rejected(read(unnamed)), 'a request')
    // The connect flags follow the protocol name and level; without the clean bit the session is persistent.
    unnamed[9] = 0
    assert.deepEqual(rejected(read(unnamed)), expected)
  }

  const strangeVersion = generate({ ...base, protocolVersion: 4 } as IConnectPacket)
  strangeVersion[8] = 9
  assert.deepEqual(rejected(read(strangeVersion)), [1, 0x84])
  const cut = generate({ ...base, protocolVersion: 4 } as IConnectPacket)
  cut.writeUInt16BE(200, 12)
  assert.equal(rejected(read(cut)), null)

  const noText = generate({ ...base, protocolVersion: 4 } as IConnectPacket)
  noText[noText.length - 1] = 0xff
  const answer = read(noText)
  assert.deepEqual(rejected(answer), [2, 0x81])
  assert.equal(answer.clientId, '', 'what is no text is not logged')
})

test('the answer is written for the version of the client', () => {
  const parts = { limits: { unacknowledgedMax: 7 }, newClientId: () => 'sonde-1', isPresent: false }
  const packet = (more: object) => ({ ...base, ...more }) as IConnectPacket
  assert.deepEqual([...connectAccepted(packet({}), 4, parts)], [0x20, 2, 0, 0])
  assert.deepEqual([...connectAccepted(packet({ clean: false }), 4, { ...parts, isPresent: true })], [0x20, 2, 1, 0])
  assert.deepEqual([...connectAccepted(packet({ clean: false }), 3, { ...parts, isPresent: true })], [0x20, 2, 0, 0])
  const named = connectAccepted(packet({}), 5, parts)
  assert.ok(!named.includes('sonde-1'))
  assert.ok(connectAccepted(packet({ clientId: '' }), 5, parts).includes('sonde-1'))
  assert.deepEqual([...connectRejected(4, 5, 0x87)], [0x20, 2, 0, 5])
  assert.deepEqual([...connectRejected(5, 5, 0x87)], [0x20, 3, 0, 0x87, 0])
})
