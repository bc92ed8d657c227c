/** API schemas for importing devices, assets and edges from a CSV text. */

import Type, { type Static } from 'typebox'
import { anyEntityId, nullish } from '../schema-parts.ts'

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
  createdEntities: Type.Optional(
    Type.Array(Type.Object({ id: anyEntityId, name: Type.String() }), {
      description: 'Added by Sonde: the first 1000 created entities, if listCreated is true',
    }),
  ),
})
export type BulkImportResult = Static<typeof bulkImportResult>
