/** Export and import of device profiles as JSON files. */

import type { DeviceProfile, DeviceProfileInput } from '@sonde/model/device-profiles/device-profile'
import { withoutOwnership } from '../../json-files/json-file.ts'
import type { Translate } from '../../locale/texts.ts'

/** Content of an exported file; an imported profile never becomes the default profile. */
export const exportedDeviceProfile = (profile: DeviceProfile) => ({ ...withoutOwnership(profile), default: false })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a profile from a file's content. Throws if it contains none; the server checks the rest. */
export function importedDeviceProfile(content: unknown, t: Translate): DeviceProfileInput {
  const isProfile =
    isRecord(content) &&
    ['name', 'type', 'transportType', 'provisionType'].every((field) => typeof content[field] === 'string') &&
    isRecord(content.profileData)
  if (!isProfile) throw new Error(t('deviceProfiles.notProfile'))
  return { ...withoutOwnership(content), default: false } as DeviceProfileInput
}
