/** Settings that pages store for the signed-in user, for all roles. Sonde API. */

import type { UserSetting, UserSettingName } from '@sonde/model/users/user-settings'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type UserSettingsCalls = ReturnType<typeof createUserSettingsCalls>

export function createUserSettingsCalls(rest: Rest) {
  const pathOf = (name: UserSettingName) => `/api/v2/user/settings/${name}`

  return {
    /** Returns `{}` if nothing was saved. */
    get: (name: UserSettingName, options: CallOptions = {}) => rest.request<UserSetting>('GET', pathOf(name), options),

    /** Replaces the whole setting. Throws `ApiError` 413 if it is larger than 64 KB. */
    save: (name: UserSettingName, setting: UserSetting, options: CallOptions = {}) =>
      rest.request<UserSetting>('PUT', pathOf(name), { ...options, body: setting }),
  }
}
