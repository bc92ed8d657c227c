/** Files of the resource library: LwM2M models, key stores. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullish, text } from '../schema-parts.ts'

export const resourceTypes = ['LWM2M_MODEL', 'JKS', 'PKCS_12'] as const
export type ResourceType = (typeof resourceTypes)[number]

export const resourceInfo = Type.Object({
  id: idOf('TB_RESOURCE'),
  createdTime: epochMs,
  /** The system's own: the tenant of the system. */
  tenantId: idOf('TENANT'),
  title: name,
  resourceType: Type.Enum([...resourceTypes]),
  /** Of a model `{objectId}_{version}`, of other files their name; unique per tenant and type. */
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
  /** New models are titled by what they hold. */
  title: nullish(text),
  resourceType: Type.Enum([...resourceTypes]),
  /** With an id: absent, the stored one stays. */
  fileName: nullish(text),
  /** With an id: absent, the stored file stays. */
  data: nullish(Type.String({ contentEncoding: 'base64' })),
})
export type ResourceInput = Static<typeof resourceInput>

/** What a device of an object reports, as the initial values of device profile forms. */
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
          /** Name of the attribute or series that its value is kept under. */
          keyName: Type.String(),
        }),
      ),
    }),
  ),
})
export type Lwm2mObject = Static<typeof lwm2mObject>
