/** Changes the unit or decimals of one key where the setting in effect is stored. Pure. */

import type { KeyDescription, KeyDescriptions } from '@sonde/model/key-descriptions/key-description'

export type SettingName = 'unit' | 'decimals'
/** Undefined: removed. */
export type KeySetting = Pick<KeyDescription, SettingName>

export interface SettingPlace {
  /** Null: descriptions for all entities. */
  readonly profile: { readonly id: string; readonly name: string } | null
  readonly keys: readonly KeyDescription[]
}

/** The device's profile if it has a setting of its own for the key, else the descriptions for all entities. */
export function placeOf(
  { keys, profiles }: KeyDescriptions,
  profileName: string | undefined,
  key: string,
  name: SettingName,
): SettingPlace {
  const profile = profiles.find(({ deviceProfileName }) => deviceProfileName === profileName)
  const isOwn = profile?.keys.some((one) => one.key === key && one[name] !== undefined) ?? false
  return profile && isOwn
    ? { profile: { id: profile.deviceProfileId, name: profile.deviceProfileName }, keys: profile.keys }
    : { profile: null, keys }
}

/** `at`: position of the key if it isn't described yet; default: last. */
export function withSetting(
  keys: readonly KeyDescription[],
  key: string,
  setting: KeySetting,
  at = keys.length,
): KeyDescription[] {
  return keys.some((one) => one.key === key)
    ? keys.map((one) => (one.key === key ? { ...one, ...setting } : one))
    : keys.toSpliced(at, 0, { key, ...setting })
}
