import { expect, test } from 'vitest'
import { msOf, timeDraft } from '../../../device-profiles/power-input.ts'
import type { Settings } from '../../../device-profiles/wire-parts.ts'
import { englishTexts } from '../../../testing/render-page.tsx'
import { firstError } from '../../../ui/field/field-places.tsx'
import { lwm2mErrors, lwm2mOfJson } from './lwm2m-input.ts'
import { limitsAt, partsOfPath, withChoice, withoutObject } from './lwm2m-resources-input.ts'
import { newServer } from './lwm2m-server-input.ts'
import { emptyConfig } from './snmp-input.ts'
import { draftOfTransport, type TransportDraft, transportErrors, wireOfTransport } from './transport-input.ts'

const { t } = englishTexts().current

const stored = (type: TransportDraft['transportType'], settings: Settings) =>
  ({ transportType: type, profileData: { transportConfiguration: { type, ...settings } } }) as const
const fresh = (transportType: TransportDraft['transportType']) => draftOfTransport({ transportType, profileData: {} })

test.each(['DEFAULT', 'MQTT', 'COAP', 'LWM2M', 'SNMP'] as const)('a new %s profile has nothing to mend', (type) => {
  expect(firstError(transportErrors(fresh(type), t))).toBeUndefined()
  expect(wireOfTransport(fresh(type), null).type).toBe(type)
})

test.each([
  ['', 'Enter a topic, such as v1/devices/me/telemetry.'],
  ['plant/a+/up', 'Use + as a whole level only, and # as the last level.'],
  ['plant/#/up', 'Use + as a whole level only, and # as the last level.'],
  ['plant/+/up', undefined],
  ['plant/#', undefined],
])('a topic %j', (telemetryTopic, fieldError) => {
  const draft = fresh('MQTT')
  expect(transportErrors({ ...draft, mqtt: { ...draft.mqtt, telemetryTopic } }, t).telemetryTopic).toBe(fieldError)
})

test('Protobuf is refused unless JSON is accepted too; what is wrong with its schemas is said', () => {
  const draft = fresh('MQTT')
  const payload = { ...draft.mqtt.payload, isProtobuf: true, answersJson: true }
  const wanted = { ...draft, mqtt: { ...draft.mqtt, payload } }
  expect(transportErrors(wanted, t)['payload.kind']).toBe('Protobuf isn’t supported. Use JSON, or also accept JSON.')
  // JSON for default topics requires that JSON is accepted.
  expect(wireOfTransport(wanted, null).transportPayloadTypeConfiguration).toMatchObject({
    transportPayloadType: 'PROTOBUF',
    enableCompatibilityWithJsonPayloadFormat: false,
    useJsonPayloadFormatForDefaultDownlinkTopics: false,
  })
  const both = { ...draft, mqtt: { ...draft.mqtt, payload: { ...payload, acceptsJson: true } } }
  expect(firstError(transportErrors(both, t))).toBeUndefined()
  expect(wireOfTransport(both, null).transportPayloadTypeConfiguration).toMatchObject({
    enableCompatibilityWithJsonPayloadFormat: true,
    useJsonPayloadFormatForDefaultDownlinkTopics: true,
  })
  const broken = { ...payload, deviceRpcRequestProtoSchema: 'syntax = "proto3"; message M { string a = 1; }' }
  expect(transportErrors({ ...draft, mqtt: { ...draft.mqtt, payload: broken } }, t)).toMatchObject({
    'payload.deviceTelemetryProtoSchema': undefined,
    'payload.deviceRpcRequestProtoSchema': expect.stringContaining('must have three fields in the message M'),
  })
})

test('times stand in their largest whole unit', () => {
  expect(timeDraft(81_000)).toEqual({ value: '81', unit: 'SECONDS' })
  expect(timeDraft(1_280)).toEqual({ value: '1280', unit: 'MILLISECONDS' })
  expect(timeDraft(7_200_000)).toEqual({ value: '2', unit: 'HOURS' })
  for (const ms of [1, 1_280, 60_000, 90_000]) expect(msOf(timeDraft(ms))).toBe(ms)
  expect(msOf({ value: '1.5', unit: 'SECONDS' })).toBeUndefined()
})

test('CoAP devices that sleep have the timers of their mode, in bounds', () => {
  const draft = fresh('COAP')
  const power = { ...draft.coap.power, powerMode: 'E_DRX', edrxCycle: { value: '5', unit: 'SECONDS' } } as const
  const wanted = { ...draft, coap: { ...draft.coap, isEfento: true, power } }
  expect(transportErrors(wanted, t)['power.edrxCycle']).toBe('Enter a whole number of at least 5.12\u00a0s.')
  expect(wireOfTransport(wanted, null)).toEqual({
    type: 'COAP',
    coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' },
    clientSettings: { powerMode: 'E_DRX', psmActivityTimer: null, edrxCycle: 5000, pagingTransmissionWindow: 10_000 },
  })
})

test('SNMP ways need OIDs, keys and a frequency where they ask again', () => {
  const [telemetry, rpc] = [emptyConfig('TELEMETRY_QUERYING'), emptyConfig('TO_DEVICE_RPC_REQUEST')]
  const [mapping] = telemetry.mappings
  const draft = {
    ...fresh('SNMP'),
    snmp: {
      timeoutMs: '-1',
      retries: '2',
      configs: [
        { ...telemetry, frequencyMs: '0' },
        { ...rpc, frequencyMs: '0', mappings: [] },
      ],
    },
  }
  expect(Object.fromEntries(Object.entries(transportErrors(draft, t)).filter(([, fieldError]) => fieldError))).toEqual({
    timeoutMs: 'Enter a whole number of 0 or more.',
    [`${telemetry.key}.frequencyMs`]: 'Enter a whole number of 1\u00a0ms or more.',
    [`${telemetry.key}.${mapping?.key}.oid`]: 'Enter numbers separated by dots, such as 1.3.6.1.2.1.1.5.0.',
    [`${telemetry.key}.${mapping?.key}.name`]: 'Enter a key.',
    [`${rpc.key}.mappings`]: 'Add at least one mapping.',
  })
})

test('SNMP settings read as what was written', () => {
  const settings = {
    timeoutMs: 700,
    retries: 1,
    communicationConfigs: [
      {
        spec: 'TELEMETRY_QUERYING',
        queryingFrequencyMs: 5000,
        mappings: [{ oid: '.1.3.6.1', key: 'load', dataType: 'LONG' }],
      },
      { spec: 'SHARED_ATTRIBUTES_SETTING', mappings: [{ oid: '1.3.6.2', key: 'name', dataType: 'STRING' }] },
    ],
  }
  const profile = stored('SNMP', settings)
  expect(wireOfTransport(draftOfTransport(profile), profile)).toEqual({ type: 'SNMP', ...settings })
})

const observeAttr = {
  observe: ['/3_1.0/0/9'],
  attribute: ['/3_1.0/0/0'],
  telemetry: ['/3_1.0/0/9', '/3303_1.1/2/5700'],
  keyName: { '/3_1.0/0/9': 'battery', '/3_1.0/0/0': 'maker', '/3303_1.1/2/5700': 'temperature' },
  attributeLwm2m: { '/3_1.0/0/9': { pmin: 5, gt: 10.5, ver: '1.0' }, '/3_1.0': { pmax: 60 } },
}

test('LwM2M resources read as what was written', () => {
  const profile = stored('LWM2M', { observeAttr, ofALaterPlatform: 1, clientLwM2mSettings: { other: true } })
  const draft = draftOfTransport(profile)
  expect(draft.lwm2m.resources.instances).toEqual({ '3_1.0': [0], '3303_1.1': [2] })
  const wire = wireOfTransport(draft, profile)
  expect(wire).toMatchObject({ observeAttr, ofALaterPlatform: 1, clientLwM2mSettings: { other: true } })
  expect(lwm2mOfJson(JSON.stringify(wire))?.resources).toEqual(draft.lwm2m.resources)
  expect(lwm2mOfJson('[]')).toBeUndefined()
  expect(partsOfPath('/3/0/9')).toEqual({ keyId: '3', instance: 0, resource: 9 })
  expect(partsOfPath('/3/0')).toBeUndefined()
})

test('LwM2M: periods of an object and of an instance are sent while a resource below is kept', () => {
  const { lwm2m } = draftOfTransport(stored('LWM2M', { observeAttr }))
  const limits = {
    ...lwm2m.resources.limits,
    '/3_1.0': { pmax: '60' },
    '/3_1.0/0': { pmin: 'soon' },
    '/4_1.0': { pmin: '1' },
  }
  const draft = { ...lwm2m, resources: { ...lwm2m.resources, limits } }
  expect(lwm2mErrors(draft, t)['resources./3_1.0/0.pmin']).toBe('Enter a whole number of 0 or more.')
  const mended = {
    ...draft,
    resources: { ...draft.resources, limits: { ...limits, '/3_1.0/0': { pmin: '7', pmax: '' } } },
  }
  expect(firstError(lwm2mErrors(mended, t))).toBeUndefined()
  expect(wireOfTransport({ ...fresh('LWM2M'), lwm2m: mended }, null).observeAttr).toMatchObject({
    attributeLwm2m: { '/3_1.0': { pmax: 60 }, '/3_1.0/0': { pmin: 7 } },
  })
  const { attributeLwm2m } = wireOfTransport({ ...fresh('LWM2M'), lwm2m: mended }, null).observeAttr as Settings
  expect(Object.keys(attributeLwm2m as Settings).sort()).toEqual(['/3_1.0', '/3_1.0/0', '/3_1.0/0/9'])
  // Value conditions need a single value; stored ones can be removed nevertheless.
  expect(limitsAt('/3_1.0/0', {})).toEqual(['pmin', 'pmax'])
  expect(limitsAt('/3_1.0', { gt: 1 })).toEqual(['pmin', 'pmax', 'gt'])
  expect(limitsAt('/3_1.0/0/9', {})).toEqual(['pmin', 'pmax', 'gt', 'lt', 'st'])
})

test('long texts of transports are told by their length', () => {
  const long = 'W'.repeat(10_000)
  const tooMany = 'Use at most 255 characters (now 10,000).'
  const path = '/3_1.0/0/9'
  const { lwm2m } = draftOfTransport(
    stored('LWM2M', {
      observeAttr: { attribute: [path], keyName: { [path]: long } },
      bootstrap: [{ host: long }],
      clientLwM2mSettings: { fwUpdateStrategy: 2, fwUpdateResource: `coap://${long.slice(7)}` },
    }),
  )
  expect(lwm2mErrors(lwm2m, t)).toMatchObject({
    'resources./3_1.0/0/9.keyName': tooMany,
    'servers.s0.host': tooMany,
    firmwareResource: tooMany,
  })
  const atMost = withChoice(lwm2m.resources, path, { keyName: 'W'.repeat(255) }, '')
  expect(lwm2mErrors({ ...lwm2m, resources: atMost }, t)[`resources.${path}.keyName`]).toBeUndefined()
  const mqtt = fresh('MQTT')
  const payload = { ...mqtt.mqtt.payload, isProtobuf: true, deviceTelemetryProtoSchema: `syntax = "proto3"; ${long}` }
  const fieldErrors = transportErrors({ ...mqtt, mqtt: { ...mqtt.mqtt, payload } }, t)
  expect(fieldErrors['payload.deviceTelemetryProtoSchema']).toBe(
    `The schema has "${'W'.repeat(60)}…" where a message is expected.`,
  )
})

test('keys, OIDs and schemas are told by their length before they are sent', () => {
  const server = { host: 'h', shortServerId: 1, securityMode: 'RPK', serverPublicKey: 'A'.repeat(2_001) }
  const atMost = {
    ...server,
    shortServerId: 2,
    host: 'i',
    serverPublicKey: `${'A'.repeat(1_000)}\n${'A'.repeat(1_000)}`,
  }
  const certified = {
    ...server,
    shortServerId: 3,
    host: 'j',
    securityMode: 'X509',
    serverCertificate: 'A'.repeat(10_001),
  }
  const { lwm2m } = draftOfTransport(stored('LWM2M', { bootstrap: [server, atMost, certified] }))
  const keyErrors = lwm2mErrors(lwm2m, t)
  expect(keyErrors['servers.s0.serverPublicKey']).toBe('Use at most 2,000 characters (now 2,001).')
  expect(keyErrors['servers.s1.serverPublicKey']).toBeUndefined()
  expect(keyErrors['servers.s2.serverCertificate']).toBe('Use at most 10,000 characters (now 10,001).')

  const oids = ['1.3.4294967296', `1${'.1'.repeat(128)}`, `1${'.1'.repeat(127)}`]
  const mappings = oids.map((oid) => ({ oid, key: 'k', dataType: 'LONG' }))
  const snmp = { communicationConfigs: [{ spec: 'SHARED_ATTRIBUTES_SETTING', mappings }] }
  const oidErrors = transportErrors(draftOfTransport(stored('SNMP', snmp)), t)
  expect(['s0', 's1', 's2'].map((at) => oidErrors[`s0.${at}.oid`])).toEqual([
    'Use numbers from 0 to 4294967295.',
    'Use at most 128 numbers (now 129).',
    undefined,
  ])

  const mqtt = fresh('MQTT')
  const deviceTelemetryProtoSchema = `syntax = "proto3"; ${' '.repeat(100_000)}`
  const payload = { ...mqtt.mqtt.payload, isProtobuf: true, deviceTelemetryProtoSchema }
  const fieldErrors = transportErrors({ ...mqtt, mqtt: { ...mqtt.mqtt, payload } }, t)
  expect(fieldErrors['payload.deviceTelemetryProtoSchema']).toBe(
    'The schema has 100019 characters; the limit is 100000.',
  )
})

test('an LwM2M resource is observed only while it is kept; with its object everything goes', () => {
  const { resources } = draftOfTransport(stored('LWM2M', { observeAttr })).lwm2m
  const path = '/3_1.0/0/9'
  expect(withChoice(resources, path, { telemetry: false }, 'x').resources[path]).toBeUndefined()
  expect(withChoice(resources, '/3_1.0/0/1', { attribute: true }, 'model').resources['/3_1.0/0/1']).toEqual({
    attribute: true,
    telemetry: false,
    observe: false,
    keyName: 'model',
  })
  expect(Object.keys(withoutObject(resources, '3_1.0').resources)).toEqual(['/3303_1.1/2/5700'])
  expect(withoutObject(resources, '3303_1.1', 2).instances).toEqual({ '3_1.0': [0], '3303_1.1': [] })
})

test('LwM2M servers have ids, addresses and keys that devices can use', () => {
  const given = {
    shortServerId: 123,
    bootstrapServerIs: true,
    host: 'lwm2m.example',
    port: 5687,
    securityHost: 'lwm2m.example',
    securityPort: 5688,
    serverPublicKey: '',
    serverCertificate: '',
    clientHoldOffTime: 1,
    lifetime: 300,
    defaultMinPeriod: 1,
    notifIfDisabled: true,
    binding: 'U',
    bootstrapServerAccountTimeout: 0,
  }
  const first = newServer(given, [])
  const second = { ...newServer(given, [first]), securityMode: 'RPK', lifetime: 'long' } as const
  expect(second.shortServerId).toBe('124')
  const draft = { ...fresh('LWM2M').lwm2m, servers: [first, second], firmwareStrategy: '2' as const }
  const fieldErrors = Object.entries(lwm2mErrors(draft, t)).filter(([, fieldError]) => fieldError)
  expect(Object.fromEntries(fieldErrors)).toEqual({
    bootstrap: 'Enable updates of the server list, or remove the bootstrap server.',
    firmwareResource: 'Enter a URL that begins with coap:// or coaps://.',
    [`servers.${second.key}.serverPublicKey`]: 'Enter the public key as Base64-encoded DER.',
    [`servers.${second.key}.lifetime`]: 'Enter a whole number of 0 or more.',
  })
  const wire = wireOfTransport({ ...fresh('LWM2M'), lwm2m: { ...draft, servers: [first] } }, null)
  expect(wire.bootstrap).toEqual([
    expect.objectContaining({ shortServerId: 123, bootstrapServerIs: true, port: 5687, securityMode: 'NO_SEC' }),
  ])
})
