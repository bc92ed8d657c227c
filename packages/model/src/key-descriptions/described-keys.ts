/** Limits of key descriptions, apart from the schemas: most pages need only these. */

/** Maximum keys that a tenant describes for all entities, and for each device profile. */
export const describedKeysMax = 200
/** Maximum keys that a tenant describes in total. */
export const describedKeysPerTenantMax = 5000
/** Maximum characters of a unit. */
export const unitLengthMax = 32
/** Maximum digits after the decimal point. */
export const keyDecimalsMax = 6
