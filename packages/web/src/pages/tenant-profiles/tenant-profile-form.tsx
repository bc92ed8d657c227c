/** Details of a tenant profile: its limits, and how they are changed. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useQueryClient } from '@tanstack/react-query'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { TenantProfileFields } from './tenant-profile-fields.tsx'
import {
  draftOfTenantProfile,
  type TenantProfileDraft,
  tenantProfileFaults,
  wireTenantProfile,
} from './tenant-profile-input.ts'

export function TenantProfileForm({ profile }: { profile: TenantProfile }) {
  const t = useText()
  const profiles = useTenantProfileCalls()
  const queries = useQueryClient()
  const profileId = profile.id.id
  const form = useEntityForm({
    stored: draftOfTenantProfile(profile),
    faultsOf: (draft: TenantProfileDraft) => tenantProfileFaults(draft, t),
    reload: async () =>
      draftOfTenantProfile(
        await queries.fetchQuery({
          queryKey: [tenantProfileRoom, 'one', profileId],
          // What is known may be seconds old: two people would not see each other.
          staleTime: 0,
          queryFn: () => profiles.get(profileId, { ignoreErrors: true }),
        }),
      ),
    async save(draft) {
      await profiles.save(wireTenantProfile(draft, profile), { ignoreErrors: true })
      await Promise.all([refreshRoom(queries, tenantProfileRoom), refreshRoom(queries, 'tenants')])
    },
    saved: t('tenantProfiles.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={profileId} createdTime={profile.createdTime} />}>
      <TenantProfileFields fields={form} isNew={false} />
    </EntityForm>
  )
}
