/** Names, units, decimals and ranges of telemetry and attribute keys. Sonde API. */

import type { KeyDescriptionList, KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type KeyDescriptionCalls = ReturnType<typeof createKeyDescriptionCalls>

export function createKeyDescriptionCalls(rest: Rest) {
  const path = '/api/v2/key-descriptions'
  return {
    /** Descriptions for all entities, and for the device profiles of which the caller can see devices. */
    all: (options: CallOptions = {}) => rest.request<KeyDescriptions>('GET', path, options),

    /** Replaces the descriptions for all entities. Throws `ApiError` 400 for a duplicate key. */
    saveForAll: (list: KeyDescriptionList, options: CallOptions = {}) =>
      rest.request<KeyDescriptionList>('PUT', path, { ...options, body: list }),

    /** Replaces the descriptions for the profile's devices. Throws `ApiError` 400 for a duplicate key. */
    saveForProfile: (deviceProfileId: string, list: KeyDescriptionList, options: CallOptions = {}) =>
      rest.request<KeyDescriptionList>('PUT', `${path}/${deviceProfileId}`, { ...options, body: list }),
  }
}
