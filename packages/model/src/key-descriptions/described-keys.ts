/** Limits of key descriptions, and the empty ones, without the schemas: most pages need only these. */

import type { KeyDescriptions } from './key-description.ts'

/** Maximum keys that a tenant describes for all entities, and for each device profile. */
export const describedKeysMax = 200
/** Maximum keys that a tenant describes in total. */
export const describedKeysPerTenantMax = 5000
/** Maximum characters of a unit. */
export const unitLengthMax = 32
/** Maximum digits after the decimal point. */
export const keyDecimalsMax = 6

export const noKeyDescriptions: KeyDescriptions = { keys: [], profiles: [] }
