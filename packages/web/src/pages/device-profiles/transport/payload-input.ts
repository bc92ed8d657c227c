/** Payload format of MQTT and CoAP devices: JSON, or Protobuf with schemas. */

import { ProtoSchemaError, type ProtoSchemaField, protoSchemaChecks } from '@sonde/model/device-profiles/proto-schema'
import { type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { PlaceErrors } from '../../../ui/field/field-places.tsx'

export const schemaFields = Object.keys(protoSchemaChecks) as readonly ProtoSchemaField[]
export type SchemaField = ProtoSchemaField

export type PayloadDraft = {
  readonly isProtobuf: boolean
  /** Payloads that don't match the schema are parsed as JSON. */
  readonly acceptsJson: boolean
  /** Messages to devices on the default topics are JSON; only with `acceptsJson`. */
  readonly answersJson: boolean
} & { readonly [K in SchemaField]: string }

const head = 'syntax = "proto3";\n\n'

/** Initial schemas of a new profile. */
export const schemaTemplates: Readonly<Record<SchemaField, string>> = {
  deviceTelemetryProtoSchema: `${head}package telemetry;

message SensorDataReading {

  optional double temperature = 1;
  optional double humidity = 2;
  InnerObject innerObject = 3;

  message InnerObject {
    optional string key1 = 1;
    optional bool key2 = 2;
    optional double key3 = 3;
    optional int32 key4 = 4;
    optional string key5 = 5;
  }
}
`,
  deviceAttributesProtoSchema: `${head}package attributes;

message SensorConfiguration {
  optional string firmwareVersion = 1;
  optional string serialNumber = 2;
}
`,
  deviceRpcRequestProtoSchema: `${head}package rpc;

message RpcRequestMsg {
  optional string method = 1;
  optional int32 requestId = 2;
  optional string params = 3;
}
`,
  deviceRpcResponseProtoSchema: `${head}package rpc;

message RpcResponseMsg {
  optional string payload = 1;
}
`,
}

export function draftOfPayload(wire: unknown): PayloadDraft {
  const settings = settingsOf(wire)
  const schema = (field: SchemaField) => textOf(settings[field]) || schemaTemplates[field]
  return {
    isProtobuf: settings.transportPayloadType === 'PROTOBUF',
    acceptsJson: settings.enableCompatibilityWithJsonPayloadFormat === true,
    answersJson: settings.useJsonPayloadFormatForDefaultDownlinkTopics === true,
    deviceTelemetryProtoSchema: schema('deviceTelemetryProtoSchema'),
    deviceAttributesProtoSchema: schema('deviceAttributesProtoSchema'),
    deviceRpcRequestProtoSchema: schema('deviceRpcRequestProtoSchema'),
    deviceRpcResponseProtoSchema: schema('deviceRpcResponseProtoSchema'),
  }
}

/** `hasFlags`: includes the two JSON options, which only MQTT has. */
export function wireOfPayload(draft: PayloadDraft, hasFlags: boolean): Settings {
  if (!draft.isProtobuf) return { transportPayloadType: 'JSON' }
  return {
    transportPayloadType: 'PROTOBUF',
    ...Object.fromEntries(schemaFields.map((field) => [field, draft[field]])),
    ...(hasFlags && {
      enableCompatibilityWithJsonPayloadFormat: draft.acceptsJson,
      useJsonPayloadFormatForDefaultDownlinkTopics: draft.acceptsJson && draft.answersJson,
    }),
  }
}

/** Protobuf is not supported: a Protobuf profile is valid only if its devices may send JSON too. */
export function payloadErrors(draft: PayloadDraft, t: Translate): PlaceErrors {
  if (!draft.isProtobuf) return {}
  return {
    kind: draft.acceptsJson ? undefined : t('deviceProfiles.protobufRefused'),
    ...Object.fromEntries(schemaFields.map((field) => [field, schemaError(draft[field], protoSchemaChecks[field], t)])),
  }
}

function schemaError(text: string, check: (text: string) => void, t: Translate): string | undefined {
  if (text.trim() === '') return t('deviceProfiles.schemaRequired')
  try {
    check(text)
    return undefined
  } catch (error) {
    if (error instanceof ProtoSchemaError) return t('deviceProfiles.schemaFault', { fault: error.message })
    throw error
  }
}
