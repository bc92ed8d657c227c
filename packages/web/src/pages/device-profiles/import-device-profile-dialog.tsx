/** Imports a device profile from a file. */

import type { DeviceProfileInput } from '@sonde/model/device-profiles/device-profile'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deviceProfileRoom } from '../../device-profiles/device-profile-calls.ts'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { importedDeviceProfile } from './device-profile-files.ts'

export default function ImportDeviceProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { deviceProfiles } = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()

  async function run(profile: DeviceProfileInput) {
    const { id, name } = await deviceProfiles.save(profile, { ignoreErrors: true })
    void invalidateEntities(queries, deviceProfileRoom)
    await navigate({ to: '/deviceProfiles', search: { open: id.id } })
    toasts.show({ kind: 'success', text: t('deviceProfiles.imported', { name }) })
  }

  return (
    <ImportJsonDialog
      title={t('deviceProfiles.import')}
      parse={(content) => importedDeviceProfile(content, t)}
      run={run}
      onClose={onClose}
    />
  )
}
