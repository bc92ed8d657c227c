/**
 * Names, units, decimals and ranges of telemetry and attribute keys. A tenant describes keys for all its entities and
 * per device profile; fields of the profile's description take precedence.
 */

import Type, { type Static } from 'typebox'
import { nameLengthMax, uuid } from '../schema-parts.ts'
import { keyLengthMax } from '../telemetry/payload.ts'
import { describedKeysMax, keyDecimalsMax, unitLengthMax } from './described-keys.ts'

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
  /** Type of the profile's devices. */
  deviceProfileName: Type.String(),
  ...keyDescriptionList.properties,
})
export type ProfileKeyDescriptions = Static<typeof profileKeyDescriptions>

/**
 * `keys`: descriptions for all entities. `profiles`: device profiles with described keys of which the caller can see
 * devices.
 */
export const keyDescriptions = Type.Object({
  ...keyDescriptionList.properties,
  profiles: Type.Array(profileKeyDescriptions),
})
export type KeyDescriptions = Static<typeof keyDescriptions>
