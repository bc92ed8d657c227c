/** API schemas for importing devices, assets and edges from a CSV text. */

import Type, { type Static } from 'typebox'
import { nullish } from '../schema-parts.ts'

export const importColumnTypes = [
  'NAME',
  'TYPE',
  'LABEL',
  'DESCRIPTION',
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
  'TIMESERIES',
  'IS_GATEWAY',
  'ACCESS_TOKEN',
  'X509',
  'MQTT_CLIENT_ID',
  'MQTT_USER_NAME',
  'MQTT_PASSWORD',
  'ROUTING_KEY',
  'SECRET',
] as const
export type ImportColumnType = (typeof importColumnTypes)[number]

export const bulkImportRequest = Type.Object({
  file: Type.String(),
  mapping: Type.Object({
    columns: Type.Array(Type.Object({ type: Type.Enum([...importColumnTypes]), key: nullish(Type.String()) })),
    delimiter: nullish(Type.String({ minLength: 1, maxLength: 1 })),
    update: nullish(Type.Boolean()),
    header: nullish(Type.Boolean()),
  }),
})
export type BulkImportRequest = Static<typeof bulkImportRequest>

export const bulkImportResult = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  errors: Type.Integer(),
  errorsList: Type.Array(Type.String()),
})
export type BulkImportResult = Static<typeof bulkImportResult>
