import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { transportSettings } from './transport-settings.ts'

const proto = (body: string) => `syntax = "proto3"; package t; ${body}`
const protobuf = {
  transportPayloadType: 'PROTOBUF',
  deviceTelemetryProtoSchema: proto('message A { optional int32 a = 1; }'),
  deviceAttributesProtoSchema: proto('message A { optional int32 a = 1; }'),
  deviceRpcRequestProtoSchema: proto('message R { string method = 1; int32 requestId = 2; string params = 3; }'),
  deviceRpcResponseProtoSchema: proto('message R { string payload = 1; }'),
}
const rejected = (message: RegExp) => (error: Error & { code?: number }) => {
  assert.equal(error.code, 31)
  assert.match(error.message, message)
  return true
}

test('MQTT: topics and payloads in full, or refused', () => {
  const mqtt = (more: object) => transportSettings('MQTT', { type: 'MQTT', ...more })
  assert.deepEqual(mqtt({}), {
    type: 'MQTT',
    deviceTelemetryTopic: 'v1/devices/me/telemetry',
    deviceAttributesTopic: 'v1/devices/me/attributes',
  })
  assert.deepEqual(mqtt({ transportPayloadTypeConfiguration: protobuf }).transportPayloadTypeConfiguration, {
    ...protobuf,
    enableCompatibilityWithJsonPayloadFormat: false,
    useJsonPayloadFormatForDefaultDownlinkTopics: false,
  })
  for (const [more, message] of [
    [{ deviceTelemetryTopic: ' ' }, /not be empty/],
    [{ deviceTelemetryTopic: 'a/#/b' }, /# the last one/],
    [{ deviceTelemetryTopic: 'a', deviceAttributesTopic: 'a' }, /must differ/],
    [{ deviceTelemetryTopic: 5 }, /must be text/],
    [{ transportPayloadTypeConfiguration: 'x' }, /must be an object/],
    [
      { transportPayloadTypeConfiguration: { ...protobuf, deviceRpcResponseProtoSchema: '' } },
      /RPC responses is missing/,
    ],
    [
      { transportPayloadTypeConfiguration: { ...protobuf, deviceTelemetryProtoSchema: 'message {' } },
      /schema of telemetry must begin with syntax/,
    ],
  ] as const) {
    assert.throws(() => mqtt(more), rejected(message))
  }
})

test('CoAP: kinds of devices, payloads and power modes', () => {
  const coap = (more: object) => () => transportSettings('COAP', { type: 'COAP', ...more })
  coap({})()
  coap({
    coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' },
    clientSettings: { powerMode: 'PSM', psmActivityTimer: 10_000 },
  })()
  const kind = (coapDeviceTypeConfiguration: object) => coap({ coapDeviceTypeConfiguration })
  assert.throws(kind({ coapDeviceType: 'OTHER' }), rejected(/DEFAULT or EFENTO/))
  const broken = { ...protobuf, deviceAttributesProtoSchema: 'x' }
  assert.throws(kind({ transportPayloadTypeConfiguration: broken }), rejected(/attributes must begin/))
  assert.throws(coap({ clientSettings: { powerMode: 'OFF' } }), rejected(/DRX, PSM or E_DRX/))
  assert.throws(coap({ clientSettings: { edrxCycle: -1 } }), rejected(/edrxCycle/))
})

test('SNMP: scopes once each, with mappings that can be read', () => {
  const mapping = { oid: '1.3.6.1.2.1.1.3.0', key: 'uptime', dataType: 'LONG' }
  const config = { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: 5000, mappings: [mapping] }
  const snmp = (...communicationConfigs: unknown[]) => transportSettings('SNMP', { type: 'SNMP', communicationConfigs })
  assert.deepEqual([snmp(config).timeoutMs, snmp(config).retries], [500, 0])
  snmp({ ...config, spec: 'TO_DEVICE_RPC_REQUEST', queryingFrequencyMs: undefined })
  for (const [configs, message] of [
    [[config, config], /listed twice/],
    [[{ ...config, spec: 'X' }], /"X" is unknown/],
    [[{ ...config, mappings: [] }], /needs a mapping/],
    [[{ ...config, mappings: [{ ...mapping, oid: '3.1' }] }], /"3.1" is no OID/],
    [
      [{ ...config, mappings: [{ ...mapping, oid: `1${'.1'.repeat(128)}` }] }],
      /^"1[.1]{59}…" has more than 128 numbers/,
    ],
    [[{ ...config, mappings: [{ ...mapping, oid: '1.4294967296' }] }], /has a number above 4294967295/],
    [[{ ...config, mappings: [{ ...mapping, key: 'x'.repeat(256) }] }], /256 characters; the limit is 255/],
    [[{ ...config, mappings: [{ ...mapping, key: ' ' }] }], /needs a key/],
    [[{ ...config, mappings: [{ ...mapping, dataType: 'X' }] }], /"X" of uptime/],
    [[{ ...config, queryingFrequencyMs: 0 }], /above 0 ms/],
    [['x'], /list of objects/],
  ] as const) {
    assert.throws(() => snmp(...configs), rejected(message))
  }
  assert.throws(() => transportSettings('SNMP', { type: 'SNMP', retries: -1 }), rejected(/retries/))
})

test('LwM2M: the servers that clients learn of', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const server = { shortServerId: 123, bootstrapServerIs: false, host: 'h', port: 5685, securityMode: 'NO_SEC' }
  const lwm2m = (bootstrap: unknown, bootstrapServerUpdateEnable?: boolean) =>
    transportSettings('LWM2M', { type: 'LWM2M', bootstrap, bootstrapServerUpdateEnable })
  assert.deepEqual(lwm2m(null), { type: 'LWM2M', bootstrap: [], bootstrapServerUpdateEnable: false })
  lwm2m([server, { ...server, shortServerId: 111, bootstrapServerIs: true, port: 5687 }], true)
  const raw = { ...server, port: 5686, securityMode: 'RPK', serverPublicKey: `${key.slice(0, 40)}\n${key.slice(40)}` }
  assert.deepEqual(lwm2m([raw]).bootstrap, [{ ...raw, serverPublicKey: key }])
  for (const [servers, message] of [
    [[{ ...server, bootstrapServerIs: true }], /Allow its update/],
    [[{ ...server, shortServerId: 0 }], /1 to 65534/],
    [[server, { ...server, host: 'i' }], /123 is listed twice/],
    [[server, { ...server, shortServerId: 1 }], /h:5685 is listed twice/],
    [[{ ...server, host: '' }], /needs a host/],
    [[{ ...server, port: 1 }], /port 5685/],
    [[{ ...server, securityMode: 'PSK' }], /port 5686/],
    [[{ ...server, securityMode: 'X' }], /"X" is unknown/],
    [[{ ...server, host: 'h'.repeat(256) }], /host of the LwM2M server 123 has 256 characters; the limit is 255/],
    [[{ ...raw, serverPublicKey: 'A'.repeat(2_001) }], /public key .* has 2001 characters; the limit is 2000/],
    [[{ ...server, serverPublicKey: 'A'.repeat(10_001) }], /has 10001 characters; the limit is 10000/],
    [[{ ...server, serverCertificate: 'A'.repeat(10_001) }], /certificate .* has 10001 characters/],
    [[{ ...raw, serverPublicKey: 'x' }], /public key/],
    [[{ ...raw, securityMode: 'X509', serverCertificate: key }], /certificate/],
    ['x', /must be a list/],
  ] as const) {
    assert.throws(() => lwm2m(servers), rejected(message))
  }
})
