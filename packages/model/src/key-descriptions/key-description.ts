/**
 * Names, units, decimals and ranges of telemetry and attribute keys: of a tenant for all its entities, and of a device
 * profile for its devices, where each field that is set goes first.
 */

import Type, { type Static } from 'typebox'
import { nameLengthMax, uuid } from '../schema-parts.ts'
import { keyLengthMax } from '../telemetry/payload.ts'

/** Keys that a tenant describes for all entities, and keys that it describes for one device profile. */
export const describedKeysMax = 200
/** Keys that a tenant describes in all. */
export const describedKeysPerTenantMax = 5000
/** Characters of a unit. */
export const unitLengthMax = 32
/** Digits after the point. */
export const keyDecimalsMax = 6

export const keyDescription = Type.Object({
  key: Type.String({ minLength: 1, maxLength: keyLengthMax }),
  name: Type.Optional(Type.String({ maxLength: nameLengthMax, description: 'Shown instead of the key' })),
  unit: Type.Optional(Type.String({ maxLength: unitLengthMax })),
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: keyDecimalsMax })),
  min: Type.Optional(Type.Number({ description: 'Start of the range that charts show at least' })),
  max: Type.Optional(Type.Number({ description: 'End of the range that charts show at least' })),
})
export type KeyDescription = Static<typeof keyDescription>

export const keyDescriptionList = Type.Object({
  keys: Type.Array(keyDescription, { maxItems: describedKeysMax }),
})
export type KeyDescriptionList = Static<typeof keyDescriptionList>

export const profileKeyDescriptions = Type.Object({
  deviceProfileId: uuid,
  /** The type of its devices. */
  deviceProfileName: Type.String(),
  ...keyDescriptionList.properties,
})
export type ProfileKeyDescriptions = Static<typeof profileKeyDescriptions>

/** `keys`: of all entities. `profiles`: those that describe keys, and that the caller has devices of. */
export const keyDescriptions = Type.Object({
  ...keyDescriptionList.properties,
  profiles: Type.Array(profileKeyDescriptions),
})
export type KeyDescriptions = Static<typeof keyDescriptions>

export const noKeyDescriptions: KeyDescriptions = { keys: [], profiles: [] }
