/** Form of a tenant. */

import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { defineForm } from '../../entity-room/room-form.tsx'
import { ProfileField } from './profile-field.tsx'
import { TenantFields } from './tenant-fields.tsx'
import { draftOfTenant, type TenantDraft, type TenantErrors, tenantErrors, wireTenant } from './tenant-input.ts'

export const tenantForm = defineForm<TenantInfo, TenantDraft, TenantErrors>({
  draftOf: draftOfTenant,
  fieldErrorsOf: tenantErrors,
  async save(rest, draft, tenant, options, change) {
    const newName = draft.newProfileName?.trim()
    const profile = newName === undefined ? null : await createTenantProfileCalls(rest).save({ name: newName }, options)
    // If the server rejects the tenant, the profile exists already: a retry uses it.
    if (profile) change({ tenantProfileId: profile.id.id, newProfileName: null })
    const tenantProfileId = profile?.id.id ?? draft.tenantProfileId
    return createTenantCalls(rest).save(wireTenant({ ...draft, tenantProfileId }, tenant), options)
  },
  refreshes: ['tenantProfiles'],
  renderFields: ({ fields, row }) => (
    <TenantFields fields={fields} profile={<ProfileField fields={fields} hasLink />}>
      <HomeDashboardFields of={{ kind: 'tenant', tenantId: row.id.id }} draft={fields.draft} onChange={fields.change} />
    </TenantFields>
  ),
})
