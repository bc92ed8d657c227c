/** LwM2M servers in device profiles. */

import Type, { type Static } from 'typebox'

export const lwm2mServer = Type.Object({
  shortServerId: Type.Integer(),
  bootstrapServerIs: Type.Boolean(),
  host: Type.String(),
  port: Type.Integer(),
  securityHost: Type.String(),
  securityPort: Type.Integer(),
  serverPublicKey: Type.String(),
  serverCertificate: Type.String(),
  clientHoldOffTime: Type.Integer({ description: 'Seconds' }),
  lifetime: Type.Integer({ description: 'Seconds' }),
  defaultMinPeriod: Type.Integer({ description: 'Seconds' }),
  notifIfDisabled: Type.Boolean(),
  binding: Type.String(),
  bootstrapServerAccountTimeout: Type.Integer({ description: 'Seconds' }),
})
export type Lwm2mServer = Static<typeof lwm2mServer>
