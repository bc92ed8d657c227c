/** Imports a tenant profile from a file. */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { type ImportedTenantProfile, importedTenantProfile } from './tenant-profile-input.ts'

export default function ImportTenantProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const profiles = useTenantProfileCalls()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()

  async function run({ profile, limits }: ImportedTenantProfile) {
    const { id, name } = await profiles.save(profile, { ignoreErrors: true })
    if (Object.keys(limits).length > 0) await profiles.saveLimits(id.id, limits, { ignoreErrors: true })
    void invalidateEntities(queries, tenantProfileRoom)
    await navigate({ to: '/tenantProfiles', search: { open: id.id } })
    toasts.show({ kind: 'success', text: t('tenantProfiles.imported', { name }) })
  }

  return (
    <ImportJsonDialog
      title={t('tenantProfiles.import')}
      parse={(content) => importedTenantProfile(content, t)}
      run={run}
      onClose={onClose}
    />
  )
}
