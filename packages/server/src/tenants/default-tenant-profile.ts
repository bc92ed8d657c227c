/** Default profile of a new store, without limits (0: unlimited). */

import { profileNumbers, profileRates } from '@sonde/model/tenant-profiles/tenant-profile'

export const defaultProfileData = {
  configuration: {
    type: 'DEFAULT',
    ...Object.fromEntries(profileNumbers.map((name) => [name, 0])),
    warnThreshold: 0,
    ...Object.fromEntries(profileRates.map((name) => [name, null])),
  },
}
