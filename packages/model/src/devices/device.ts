/** API schemas of devices, their credentials, claiming and import. */

import Type, { type Static } from 'typebox'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullable, nullish, text, uuid } from '../schema-parts.ts'

export const credentialsTypes = ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC', 'LWM2M_CREDENTIALS'] as const
export type CredentialsType = (typeof credentialsTypes)[number]

export const deviceData = Type.Object({
  configuration: Type.Object({ type: Type.String() }),
  transportConfiguration: Type.Object({ type: Type.String() }),
})

/** A device. `type` always equals the name of its device profile. */
export const device = Type.Object({
  id: idOf('DEVICE'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  name,
  type: text,
  label: nullable(text),
  deviceProfileId: idOf('DEVICE_PROFILE'),
  deviceData,
  firmwareId: nullable(idOf('OTA_PACKAGE')),
  softwareId: nullable(idOf('OTA_PACKAGE')),
  additionalInfo,
})
export type Device = Static<typeof device>

export const deviceInfo = Type.Object({
  ...device.properties,
  customerTitle: nullable(Type.String()),
  customerIsPublic: Type.Boolean(),
  deviceProfileName: Type.String(),
  active: Type.Boolean({ description: 'Whether the device was active recently; added by Sonde' }),
})
export type DeviceInfo = Static<typeof deviceInfo>

/** Save request: with an id the device is updated, without one it is created. */
export const deviceInput = Type.Object({
  id: nullish(looseIdOf('DEVICE')),
  name,
  type: nullish(text),
  label: nullish(text),
  deviceProfileId: nullish(looseIdOf('DEVICE_PROFILE')),
  /** Only read on creation. Later, the assign and unassign calls change it. */
  customerId: nullish(looseIdOf('CUSTOMER')),
  deviceData: nullish(deviceData),
  firmwareId: nullish(looseIdOf('OTA_PACKAGE')),
  softwareId: nullish(looseIdOf('OTA_PACKAGE')),
  additionalInfo: Type.Optional(additionalInfo),
})
export type DeviceInput = Static<typeof deviceInput>

export const deviceCredentials = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  deviceId: idOf('DEVICE'),
  credentialsType: Type.Enum([...credentialsTypes]),
  credentialsId: Type.String(),
  credentialsValue: nullable(Type.String()),
})
export type DeviceCredentials = Static<typeof deviceCredentials>

const credentialsParts = {
  credentialsType: nullish(Type.Enum([...credentialsTypes])),
  credentialsId: nullish(Type.String()),
  credentialsValue: nullish(Type.String()),
}

export const deviceCredentialsInput = Type.Object({
  id: nullish(Type.Object({ id: uuid })),
  deviceId: looseIdOf('DEVICE'),
  ...credentialsParts,
})
export type DeviceCredentialsInput = Static<typeof deviceCredentialsInput>

/** Credentials of the device in the same request. */
export const credentialsInput = Type.Object(credentialsParts)

export const deviceWithCredentialsInput = Type.Object({ device: deviceInput, credentials: credentialsInput })

export const claimRequest = Type.Object({ secretKey: nullish(Type.String()) })

/** An entity type that is in use, as returned by the lists of types. */
export const entitySubtype = Type.Object({
  tenantId: idOf('TENANT'),
  entityType: Type.String(),
  type: Type.String(),
})
export type EntitySubtype = Static<typeof entitySubtype>
