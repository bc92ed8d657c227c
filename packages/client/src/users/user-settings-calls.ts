/** What pages remember of the signed-in user, of whichever role. Sonde's own. */

import type { UserSetting, UserSettingName } from '@sonde/model/users/user-settings'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type UserSettingsCalls = ReturnType<typeof createUserSettingsCalls>

export function createUserSettingsCalls(rest: Rest) {
  const pathOf = (name: UserSettingName) => `/api/v2/user/settings/${name}`

  return {
    /** `{}` when nothing was saved. */
    get: (name: UserSettingName, options: CallOptions = {}) => rest.request<UserSetting>('GET', pathOf(name), options),

    /** Replaces it whole. Throws `ApiError` 413 when it is larger than 64 KB. */
    save: (name: UserSettingName, setting: UserSetting, options: CallOptions = {}) =>
      rest.request<UserSetting>('PUT', pathOf(name), { ...options, body: setting }),
  }
}
