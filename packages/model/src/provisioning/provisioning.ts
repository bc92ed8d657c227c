/** API schemas of device provisioning: request of a device without credentials, and the response. */

import Type, { type Static } from 'typebox'
import { nullish } from '../schema-parts.ts'

/** Credentials that a new device may supply. */
export const provisionedCredentials = ['ACCESS_TOKEN', 'MQTT_BASIC', 'X509_CERTIFICATE'] as const
export type ProvisionedCredentials = (typeof provisionedCredentials)[number]

export const provisionRequest = Type.Object(
  {
    deviceName: nullish(Type.String({ description: 'Generated if omitted' })),
    provisionDeviceKey: Type.String({ minLength: 1 }),
    provisionDeviceSecret: Type.String({ minLength: 1 }),
    credentialsType: nullish(Type.Enum([...provisionedCredentials], { description: 'Default: ACCESS_TOKEN' })),
    token: nullish(Type.String({ description: 'For ACCESS_TOKEN; generated if omitted' })),
    clientId: nullish(Type.String({ description: 'For MQTT_BASIC' })),
    username: nullish(Type.String({ description: 'For MQTT_BASIC' })),
    password: nullish(Type.String({ description: 'For MQTT_BASIC' })),
    hash: nullish(Type.String({ description: 'For X509_CERTIFICATE: the certificate in PEM form' })),
  },
  { examples: [{ deviceName: 'Pump 12', provisionDeviceKey: 'key', provisionDeviceSecret: 'secret' }] },
)
export type ProvisionRequest = Static<typeof provisionRequest>

const basicCredentials = Type.Object({
  clientId: nullish(Type.String()),
  userName: nullish(Type.String()),
  password: nullish(Type.String()),
})

export const provisionAnswer = Type.Union([
  Type.Object({
    credentialsValue: Type.Union([Type.String(), basicCredentials]),
    credentialsType: Type.String(),
    status: Type.Literal('SUCCESS'),
  }),
  Type.Object({ errorMsg: Type.String(), status: Type.Enum(['NOT_FOUND', 'FAILURE']) }),
])
export type ProvisionAnswer = Static<typeof provisionAnswer>
