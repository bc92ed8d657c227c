/**
 * Validates the transport settings of a profile and adds the defaults.
 *
 * The transports use these settings as stored, so unusable settings are rejected when the profile is saved.
 */

import {
  defaultAttributesTopic,
  defaultTelemetryTopic,
  type TransportType,
} from '@sonde/model/device-profiles/device-profile'
import { ProtoSchemaError, type ProtoSchemaField, protoSchemaChecks } from '@sonde/model/device-profiles/proto-schema'
import { type OidFault, oidFault, oidNumberMax, oidNumbersMax } from '@sonde/model/device-profiles/snmp-oid'
import { badRequest } from '@sonde/model/errors'
import { nameLengthMax } from '@sonde/model/schema-parts'
import { lwm2mSettings } from './lwm2m-settings.ts'

export type Settings = Readonly<Record<string, unknown>>

export interface TransportSettings extends Settings {
  readonly type: string
}

/** Returns the complete settings. Throws 400 for unusable ones. */
export function transportSettings(transportType: TransportType, given: TransportSettings): TransportSettings {
  switch (transportType) {
    case 'DEFAULT':
      return given
    case 'MQTT':
      return mqttSettings(given)
    case 'COAP':
      return coapSettings(given)
    case 'SNMP':
      return snmpSettings(given)
    case 'LWM2M':
      return { ...given, ...lwm2mSettings(given) }
  }
}

function mqttSettings(given: TransportSettings): TransportSettings {
  const deviceTelemetryTopic = textOf(given, 'deviceTelemetryTopic') ?? defaultTelemetryTopic
  const deviceAttributesTopic = textOf(given, 'deviceAttributesTopic') ?? defaultAttributesTopic
  checkTopics(deviceTelemetryTopic, deviceAttributesTopic)
  const payloads = objectOf(given, 'transportPayloadTypeConfiguration')
  return {
    ...given,
    deviceTelemetryTopic,
    deviceAttributesTopic,
    ...(payloads && {
      transportPayloadTypeConfiguration:
        payloads.transportPayloadType === 'PROTOBUF'
          ? {
              ...payloads,
              ...protobufSchemas(payloads),
              enableCompatibilityWithJsonPayloadFormat: payloads.enableCompatibilityWithJsonPayloadFormat === true,
              useJsonPayloadFormatForDefaultDownlinkTopics:
                payloads.useJsonPayloadFormatForDefaultDownlinkTopics === true,
            }
          : payloads,
    }),
  }
}

function checkTopics(telemetry: string, attributes: string) {
  for (const topic of [telemetry, attributes]) {
    if (topic.trim() === '') throw badRequest('The topics for telemetry and attributes must not be empty.')
    const levels = topic.split('/')
    const isFilter = levels.every(
      (level, at) => level === '+' || (level === '#' ? at === levels.length - 1 : !/[+#]/.test(level)),
    )
    if (!isFilter) throw badRequest(`In the topic ${topic}, + must be a whole level and # the last one.`)
  }
  if (telemetry === attributes) throw badRequest('The topics for telemetry and attributes must differ.')
}

const powerModes: readonly unknown[] = ['DRX', 'PSM', 'E_DRX']

function coapSettings(given: TransportSettings): TransportSettings {
  const device = objectOf(given, 'coapDeviceTypeConfiguration')
  const kind = device?.coapDeviceType ?? 'DEFAULT'
  if (kind !== 'DEFAULT' && kind !== 'EFENTO') throw badRequest('The CoAP device type must be DEFAULT or EFENTO.')
  const payloads = device && objectOf(device, 'transportPayloadTypeConfiguration')
  if (payloads?.transportPayloadType === 'PROTOBUF') protobufSchemas(payloads)
  const client = objectOf(given, 'clientSettings')
  if (client) checkPower(client)
  return given
}

/** Checks the power saving settings of CoAP and LwM2M clients. */
function checkPower(client: Settings) {
  const { powerMode = null } = client
  if (powerMode !== null && !powerModes.includes(powerMode)) {
    throw badRequest('The power mode must be DRX, PSM or E_DRX.')
  }
  for (const key of ['psmActivityTimer', 'edrxCycle', 'pagingTransmissionWindow']) {
    const value = client[key]
    if (value === undefined || value === null) continue
    if (!isWhole(value)) throw badRequest(`The client settings' ${key} must be a whole number of milliseconds.`)
  }
}

const schemaWords: Readonly<Record<ProtoSchemaField, string>> = {
  deviceTelemetryProtoSchema: 'telemetry',
  deviceAttributesProtoSchema: 'attributes',
  deviceRpcRequestProtoSchema: 'RPC requests',
  deviceRpcResponseProtoSchema: 'RPC responses',
}
const schemaFields = Object.keys(protoSchemaChecks) as readonly ProtoSchemaField[]

function protobufSchemas(payloads: Settings): Settings {
  const schemas: Record<string, string> = {}
  for (const key of schemaFields) {
    const what = schemaWords[key]
    const text = textOf(payloads, key)
    if (text === null || text.trim() === '') throw badRequest(`The Protobuf schema of ${what} is missing.`)
    try {
      protoSchemaChecks[key](text)
    } catch (error) {
      if (error instanceof ProtoSchemaError) throw badRequest(`The Protobuf schema of ${what} ${error.message}.`)
      throw error
    }
    schemas[key] = text
  }
  return schemas
}

const queryingSpecs = ['TELEMETRY_QUERYING', 'CLIENT_ATTRIBUTES_QUERYING']
const snmpSpecs: readonly unknown[] = [...queryingSpecs, 'SHARED_ATTRIBUTES_SETTING', 'TO_DEVICE_RPC_REQUEST']
const snmpTypes: readonly unknown[] = ['STRING', 'LONG', 'BOOLEAN', 'DOUBLE', 'JSON']
const oidFaults: Readonly<Record<OidFault, string>> = {
  form: 'is no OID',
  tooMany: `has more than ${oidNumbersMax} numbers`,
  tooLarge: `has a number above ${oidNumberMax}`,
}
/** Maximum UTF-16 units of a value quoted in an error message. */
const quotedMax = 60

function snmpSettings(given: TransportSettings): TransportSettings {
  for (const key of ['timeoutMs', 'retries']) {
    const value = given[key]
    if (value !== undefined && value !== null && !isWhole(value)) {
      throw badRequest(`The SNMP settings' ${key} must be a whole number of at least 0.`)
    }
  }
  const seen = new Set<unknown>()
  for (const config of listOf(given, 'communicationConfigs')) {
    const { spec } = config
    if (!snmpSpecs.includes(spec)) throw badRequest(`The SNMP scope "${String(spec)}" is unknown.`)
    if (seen.has(spec)) throw badRequest(`The SNMP scope ${String(spec)} is listed twice.`)
    seen.add(spec)
    const mappings = listOf(config, 'mappings')
    if (mappings.length === 0) throw badRequest(`The SNMP scope ${String(spec)} needs a mapping.`)
    for (const { oid, key, dataType = 'STRING' } of mappings) {
      const fault = typeof oid === 'string' ? oidFault(oid) : 'form'
      if (fault) throw badRequest(`"${quoted(oid)}" ${oidFaults[fault]}.`)
      if (typeof key !== 'string' || key.trim() === '') throw badRequest(`The OID ${quoted(oid)} needs a key.`)
      if (key.trim().length > nameLengthMax) {
        throw badRequest(
          `The key of ${quoted(oid)} has ${key.trim().length} characters; the limit is ${nameLengthMax}.`,
        )
      }
      if (!snmpTypes.includes(dataType)) throw badRequest(`The type "${String(dataType)}" of ${key} is unknown.`)
    }
    const { queryingFrequencyMs } = config
    if (queryingSpecs.includes(spec as string) && !(isWhole(queryingFrequencyMs) && queryingFrequencyMs > 0)) {
      throw badRequest(`The SNMP scope ${String(spec)} needs a querying frequency above 0 ms.`)
    }
  }
  return { ...given, timeoutMs: given.timeoutMs ?? 500, retries: given.retries ?? 0 }
}

function quoted(value: unknown): string {
  const text = String(value)
  return text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text
}

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function textOf(settings: Settings, key: string): string | null {
  const value = settings[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw badRequest(`${key} must be text.`)
  return value
}

function objectOf(settings: Settings, key: string): Settings | null {
  const value = settings[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`${key} must be an object.`)
  return value as Settings
}

function listOf(settings: Settings, key: string): readonly Settings[] {
  const value = settings[key]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw badRequest(`${key} must be a list of objects.`)
  }
  return value as readonly Settings[]
}
