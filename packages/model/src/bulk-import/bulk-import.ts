/** API schemas for importing devices, assets and edges from a CSV text. */

import Type, { type Static } from 'typebox'
import { anyEntityId, nullish } from '../schema-parts.ts'
import { attributeScopes } from '../telemetry/values.ts'

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

/** State of an entity before a line updated it. */
const updatedEntity = Type.Object({
  entity: Type.Object(
    { id: anyEntityId, name: Type.String() },
    { additionalProperties: true, description: 'The entity before the update, as its call for reading returns it' },
  ),
  attributes: Type.Array(
    Type.Object({
      scope: Type.Enum([...attributeScopes]),
      key: Type.String(),
      value: Type.Unknown({ description: 'null: the entity didn’t have the attribute' }),
    }),
    { description: 'Former values of the attributes that the line has written' },
  ),
})
export type UpdatedEntity = Static<typeof updatedEntity>

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
  updatedEntities: Type.Optional(
    Type.Array(updatedEntity, {
      description:
        'Added by Sonde: for the first 1000 lines that updated an entity, its state before, if listUpdated is true',
    }),
  ),
})
export type BulkImportResult = Static<typeof bulkImportResult>
