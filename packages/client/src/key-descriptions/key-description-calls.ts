/** Names, units, decimals and ranges of telemetry and attribute keys. Sonde's own. */

import type { KeyDescriptionList, KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type KeyDescriptionCalls = ReturnType<typeof createKeyDescriptionCalls>

export function createKeyDescriptionCalls(rest: Rest) {
  const path = '/api/v2/key-descriptions'
  return {
    /** Of all entities, and of the device profiles that the caller has devices of. */
    all: (options: CallOptions = {}) => rest.request<KeyDescriptions>('GET', path, options),

    /** Replaces those of all entities. Throws `ApiError` 400 for a key that is in the list twice. */
    saveForAll: (list: KeyDescriptionList, options: CallOptions = {}) =>
      rest.request<KeyDescriptionList>('PUT', path, { ...options, body: list }),

    /** Replaces those of the profile's devices. Throws `ApiError` 400 for a key that is in the list twice. */
    saveForProfile: (deviceProfileId: string, list: KeyDescriptionList, options: CallOptions = {}) =>
      rest.request<KeyDescriptionList>('PUT', `${path}/${deviceProfileId}`, { ...options, body: list }),
  }
}
