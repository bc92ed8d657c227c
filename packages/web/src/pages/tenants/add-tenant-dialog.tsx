/** Adds a tenant; the server creates its root rule chain and default device profile. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import type { RoomDialogProps } from '../../entity-room/room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { ProfileField } from './profile-field.tsx'
import { TenantFields, type TenantFieldsState } from './tenant-fields.tsx'
import { emptyTenant, type TenantDraft, tenantErrors, wireTenant } from './tenant-input.ts'
import { useProfileChoices } from './tenant-profile-choices.ts'

export default function AddTenantDialog({ onClose, onAdded }: RoomDialogProps) {
  const t = useText()
  const { rest } = useClient()
  const profiles = useProfileChoices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  /** Profile created before the tenant was rejected: a retry uses it. */
  const [madeProfile, setMadeProfile] = useState<{ readonly id: string; readonly name: string } | null>(null)
  const { data: defaultProfile } = useQuery({
    queryKey: ['tenantProfiles', 'default'],
    queryFn: ({ signal }) => profiles.default(signal),
  })

  async function profileOf({ newProfileName, tenantProfileId }: TenantDraft): Promise<string> {
    const name = newProfileName?.trim()
    if (name === undefined) return tenantProfileId || (defaultProfile?.id.id ?? '')
    if (madeProfile?.name === name) return madeProfile.id
    const { id } = await profiles.make(name)
    setMadeProfile({ id: id.id, name })
    return id.id
  }

  async function create(draft: TenantDraft) {
    const tenantProfileId = await profileOf(draft)
    const tenants = createTenantCalls(rest)
    const { id, title } = await tenants.save(wireTenant({ ...draft, tenantProfileId }, null), { ignoreErrors: true })
    void invalidateEntities(queries, 'tenantProfiles')
    await onAdded(id.id)
    toasts.show({
      kind: 'success',
      text: t('tenants.added', { name: title }),
      action: {
        label: t('tenants.addAdministrator'),
        onSelect: () =>
          void navigate({ to: '/tenants/$tenantId/users', params: { tenantId: id.id }, search: { add: 'true' } }),
      },
    })
  }

  /** Selects the default profile until the user chooses another one. */
  const withDefault = (fields: TenantFieldsState): TenantFieldsState => ({
    ...fields,
    draft: { ...fields.draft, tenantProfileId: fields.draft.tenantProfileId || (defaultProfile?.id.id ?? '') },
  })

  return (
    <NewEntityDialog
      title={t('tenants.add')}
      initial={emptyTenant}
      fieldErrorsOf={(draft) => tenantErrors(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => <TenantFields fields={fields} profile={<ProfileField fields={withDefault(fields)} />} />}
    </NewEntityDialog>
  )
}
