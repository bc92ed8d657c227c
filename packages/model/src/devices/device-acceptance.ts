/** Tenants that a tenant accepts devices from when their administrators reassign them. */

import Type, { type Static } from 'typebox'
import { uuid } from '../schema-parts.ts'

/** Maximum tenants in the list. */
export const acceptedTenantsMax = 50

export const deviceAcceptance = Type.Object({
  fromTenants: Type.Array(uuid, {
    maxItems: acceptedTenantsMax,
    description: 'IDs of tenants whose administrators can move devices here; if empty: none',
  }),
})
export type DeviceAcceptance = Static<typeof deviceAcceptance>
