/** API schemas of tenants. */

import Type, { type Static } from 'typebox'
import { contact, contactInput } from '../customers/contact.ts'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullish } from '../schema-parts.ts'

export const tenant = Type.Object({
  id: idOf('TENANT'),
  createdTime: epochMs,
  title: name,
  /** Same as the title. */
  name,
  region: Type.Literal('Global'),
  tenantProfileId: idOf('TENANT_PROFILE'),
  ...contact.properties,
  additionalInfo,
})
export type Tenant = Static<typeof tenant>

export const tenantInfo = Type.Object({ ...tenant.properties, tenantProfileName: name })
export type TenantInfo = Static<typeof tenantInfo>

/** With an id the tenant is updated, without one it is created. Without a profile it gets the default one. */
export const tenantInput = Type.Object({
  id: nullish(looseIdOf('TENANT')),
  title: name,
  tenantProfileId: nullish(looseIdOf('TENANT_PROFILE')),
  ...contactInput.properties,
  additionalInfo: Type.Optional(additionalInfo),
})
export type TenantInput = Static<typeof tenantInput>
