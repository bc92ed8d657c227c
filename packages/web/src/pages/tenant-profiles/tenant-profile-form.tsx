/** Form of a tenant profile with its limits. */

import type { LimitValues } from '@sonde/model/limits/limits'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useQueryClient } from '@tanstack/react-query'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { tenantProfileRoom, useTenantProfileCalls, useTenantProfileLimits } from './tenant-profile-calls.ts'
import { TenantProfileFields } from './tenant-profile-fields.tsx'
import {
  draftOfTenantProfile,
  type TenantProfileDraft,
  tenantProfileErrors,
  wireLimits,
  wireTenantProfile,
} from './tenant-profile-input.ts'

export function TenantProfileForm({ profile }: { profile: TenantProfile }) {
  const t = useText()
  const { data, error, refetch } = useTenantProfileLimits(profile.id.id)
  if (data) return <LoadedForm profile={profile} limits={data.values} />
  if (error) return <ErrorState title={t('tenantProfiles.limitsFailed')} error={error} onRetry={() => void refetch()} />
  return <Skeleton height={36} />
}

interface LoadedFormProps {
  readonly profile: TenantProfile
  readonly limits: LimitValues
}

function LoadedForm({ profile, limits }: LoadedFormProps) {
  const t = useText()
  const profiles = useTenantProfileCalls()
  const queries = useQueryClient()
  const profileId = profile.id.id
  const form = useEntityForm({
    stored: draftOfTenantProfile(profile, limits),
    fieldErrorsOf: (draft: TenantProfileDraft) => tenantProfileErrors(draft, t),
    async reload() {
      // The cached entity may be seconds old: reading it again shows changes of another user.
      const staleTime = 0
      const [stored, { values }] = await Promise.all([
        queries.fetchQuery({
          queryKey: [tenantProfileRoom, 'one', profileId],
          staleTime,
          queryFn: () => profiles.get(profileId, { ignoreErrors: true }),
        }),
        queries.fetchQuery({
          queryKey: [tenantProfileRoom, 'limits', profileId],
          staleTime,
          queryFn: () => profiles.limits(profileId, { ignoreErrors: true }),
        }),
      ])
      return draftOfTenantProfile(stored, values)
    },
    async save(draft) {
      await profiles.save(wireTenantProfile(draft, profile), { ignoreErrors: true })
      await profiles.saveLimits(profileId, wireLimits(draft), { ignoreErrors: true })
      await Promise.all([invalidateEntities(queries, tenantProfileRoom), invalidateEntities(queries, 'tenants')])
    },
    saved: t('tenantProfiles.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={profileId} createdTime={profile.createdTime} />}>
      <TenantProfileFields fields={form} isNew={false} />
    </EntityForm>
  )
}
