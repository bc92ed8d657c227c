/** API schemas of the resource library: LwM2M models, key stores. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullish, text } from '../schema-parts.ts'

export const resourceTypes = ['LWM2M_MODEL', 'JKS', 'PKCS_12'] as const
export type ResourceType = (typeof resourceTypes)[number]

export const resourceInfo = Type.Object({
  id: idOf('TB_RESOURCE'),
  createdTime: epochMs,
  /** For system resources: the system tenant. */
  tenantId: idOf('TENANT'),
  title: name,
  resourceType: Type.Enum([...resourceTypes]),
  /** `{objectId}_{version}` for models, the file name otherwise; unique per tenant and type. */
  resourceKey: name,
})
export type ResourceInfo = Static<typeof resourceInfo>

export const resource = Type.Object({
  ...resourceInfo.properties,
  fileName: name,
  /** The file as Base64. */
  data: Type.String({ contentEncoding: 'base64' }),
})
export type Resource = Static<typeof resource>

export const resourceInput = Type.Object({
  id: nullish(looseIdOf('TB_RESOURCE')),
  /** Ignored for new models: their title is derived from the file. */
  title: nullish(text),
  resourceType: Type.Enum([...resourceTypes]),
  /** Absent in an update: the stored name stays. */
  fileName: nullish(text),
  /** Absent in an update: the stored file stays. */
  data: nullish(Type.String({ contentEncoding: 'base64' })),
})
export type ResourceInput = Static<typeof resourceInput>

/** LwM2M object with its resources, for the initial values of device profile forms. */
export const lwm2mObject = Type.Object({
  id: Type.Integer(),
  /** `{objectId}_{version}` */
  keyId: Type.String(),
  name: Type.String(),
  multiple: Type.Boolean(),
  mandatory: Type.Boolean(),
  instances: Type.Array(
    Type.Object({
      id: Type.Integer(),
      resources: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          observe: Type.Boolean(),
          attribute: Type.Boolean(),
          telemetry: Type.Boolean(),
          /** Key of the attribute or series that stores the value. */
          keyName: Type.String(),
        }),
      ),
    }),
  ),
})
export type Lwm2mObject = Static<typeof lwm2mObject>
