/** Adds a tenant profile. */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { TenantProfileFields } from './tenant-profile-fields.tsx'
import {
  emptyTenantProfile,
  type TenantProfileDraft,
  tenantProfileErrors,
  wireLimits,
  wireTenantProfile,
} from './tenant-profile-input.ts'

export default function AddTenantProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const profiles = useTenantProfileCalls()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()

  async function create(draft: TenantProfileDraft) {
    const { id, name } = await profiles.save(wireTenantProfile(draft, null), { ignoreErrors: true })
    const limits = wireLimits(draft)
    if (Object.keys(limits).length > 0) await profiles.saveLimits(id.id, limits, { ignoreErrors: true })
    void invalidateEntities(queries, tenantProfileRoom)
    await navigate({ to: '/tenantProfiles', search: { open: id.id } })
    toasts.show({ kind: 'success', text: t('tenantProfiles.added', { name }) })
  }

  return (
    <NewEntityDialog
      title={t('tenantProfiles.add')}
      initial={emptyTenantProfile}
      fieldErrorsOf={(draft) => tenantProfileErrors(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => <TenantProfileFields fields={fields} isNew />}
    </NewEntityDialog>
  )
}
