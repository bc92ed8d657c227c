/** API schemas of device profiles: how devices of a kind connect and where their messages go. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'
import { provisionTypes, transportTypes } from './profile-types.ts'

export {
  defaultAttributesTopic,
  defaultTelemetryTopic,
  type ProvisionType,
  type TransportType,
  transportTypes,
} from './profile-types.ts'

/** Stored unchanged; each transport reads its own part. */
export const profileData = Type.Object({
  /** `keepText`: texts of devices stay texts, even if they look like numbers (`"1.10"`). */
  configuration: nullish(Type.Object({ type: Type.String(), keepText: nullish(Type.Boolean()) })),
  transportConfiguration: nullish(
    Type.Object({
      type: Type.String(),
      deviceTelemetryTopic: nullish(Type.String()),
      deviceAttributesTopic: nullish(Type.String()),
    }),
  ),
  provisionConfiguration: nullish(Type.Object({ type: Type.String(), provisionDeviceSecret: nullish(Type.String()) })),
  alarms: nullish(Type.Array(Type.Unknown())),
})
export type ProfileData = Static<typeof profileData>

export const deviceProfile = Type.Object({
  id: idOf('DEVICE_PROFILE'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  name,
  description: nullable(Type.String()),
  image: nullable(Type.String()),
  default: Type.Boolean(),
  type: Type.Literal('DEFAULT'),
  transportType: Type.Enum([...transportTypes]),
  provisionType: Type.Enum([...provisionTypes]),
  provisionDeviceKey: nullable(Type.String()),
  defaultRuleChainId: nullable(idOf('RULE_CHAIN')),
  defaultDashboardId: nullable(idOf('DASHBOARD')),
  defaultQueueName: nullable(Type.String()),
  firmwareId: nullable(idOf('OTA_PACKAGE')),
  softwareId: nullable(idOf('OTA_PACKAGE')),
  profileData,
})
export type DeviceProfile = Static<typeof deviceProfile>

export const deviceProfileInfo = Type.Object({
  id: idOf('DEVICE_PROFILE'),
  name,
  image: nullable(Type.String()),
  defaultDashboardId: nullable(idOf('DASHBOARD')),
  type: Type.Literal('DEFAULT'),
  transportType: Type.Enum([...transportTypes]),
})
export type DeviceProfileInfo = Static<typeof deviceProfileInfo>

/** Maximum characters of a profile's image (a data URL). */
export const imageLengthMax = 1_000_000

export const deviceProfileInput = Type.Object({
  id: nullish(looseIdOf('DEVICE_PROFILE')),
  name,
  description: nullish(Type.String({ maxLength: 10_000 })),
  image: nullish(Type.String({ maxLength: imageLengthMax })),
  default: nullish(Type.Boolean()),
  type: Type.Literal('DEFAULT'),
  transportType: Type.Enum([...transportTypes]),
  provisionType: nullish(Type.Enum([...provisionTypes])),
  provisionDeviceKey: nullish(text),
  defaultRuleChainId: nullish(looseIdOf('RULE_CHAIN')),
  defaultDashboardId: nullish(looseIdOf('DASHBOARD')),
  defaultQueueName: nullish(text),
  firmwareId: nullish(looseIdOf('OTA_PACKAGE')),
  softwareId: nullish(looseIdOf('OTA_PACKAGE')),
  profileData: nullish(profileData),
})
export type DeviceProfileInput = Static<typeof deviceProfileInput>
