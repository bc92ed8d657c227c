/** Details of a tenant: what it is, and how it is changed. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { useQueryClient } from '@tanstack/react-query'
import { ActionRow } from '../../entities/action-row.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { ProfileField } from './profile-field.tsx'
import { tenantRoom, useProfileChoices, useTenantCalls } from './tenant-calls.ts'
import { TenantFields } from './tenant-fields.tsx'
import { draftOfTenant, type TenantDraft, tenantFaults, wireTenant } from './tenant-input.ts'

interface TenantFormProps {
  readonly tenant: TenantInfo
  readonly links: readonly EntityAction<TenantInfo>[]
}

export function TenantForm({ tenant, links }: TenantFormProps) {
  const t = useText()
  const tenants = useTenantCalls()
  const profiles = useProfileChoices()
  const queries = useQueryClient()
  const tenantId = tenant.id.id
  const form = useEntityForm({
    stored: draftOfTenant(tenant),
    faultsOf: (draft: TenantDraft) => tenantFaults(draft, t),
    reload: async () =>
      draftOfTenant(
        await queries.fetchQuery({
          queryKey: [tenantRoom, 'one', tenantId],
          // The cached entity may be seconds old: reading it again shows changes of another user.
          staleTime: 0,
          queryFn: () => tenants.info(tenantId, { ignoreErrors: true }),
        }),
      ),
    async save(draft) {
      const profile = draft.newProfileName === null ? null : await profiles.make(draft.newProfileName.trim())
      // If the server rejects the tenant, the profile exists already: a retry uses it.
      if (profile) form.change({ tenantProfileId: profile.id.id, newProfileName: null })
      const tenantProfileId = profile?.id.id ?? draft.tenantProfileId
      await tenants.save(wireTenant({ ...draft, tenantProfileId }, tenant), { ignoreErrors: true })
      await Promise.all([refreshRoom(queries, tenantRoom), profile && refreshRoom(queries, 'tenantProfiles')])
    },
    saved: t('tenants.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={tenantId} createdTime={tenant.createdTime} />}>
      <ActionRow row={tenant} actions={links} />
      <TenantFields fields={form} profile={<ProfileField fields={form} hasLink />}>
        <HomeDashboardFields of={{ kind: 'tenant', tenantId }} draft={form.draft} onChange={form.change} />
      </TenantFields>
    </EntityForm>
  )
}
