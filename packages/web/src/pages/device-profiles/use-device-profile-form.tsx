/**
 * Form state of a device profile, shared by its four tabs. Saving another firmware or software package updates devices
 * immediately, so the user must confirm it.
 */

import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { deviceProfileKey, deviceProfileRoom } from '../../device-profiles/device-profile-calls.ts'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { type EntityFormState, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { useUnsavedGuard } from '../../ui/field/use-unsaved-guard.tsx'
import {
  type DeviceProfileDraft,
  type DeviceProfileErrors,
  deviceProfileErrors,
  draftOfDeviceProfile,
  faultyTab,
  wireDeviceProfile,
} from './device-profile-input.ts'

export type DeviceProfileForm = EntityFormState<DeviceProfileDraft, DeviceProfileErrors>

/** Number of devices that a package is sent to; null: could not be counted. */
type Reached = readonly (readonly [type: PackageType, count: number | null])[]

export function useDeviceProfileForm(profile: DeviceProfile): { form: DeviceProfileForm; dialogs: ReactNode } {
  const t = useText()
  const { deviceProfiles, rest } = useClient()
  const fleet = useMemo(() => createDeviceFleetCalls(rest), [rest])
  const queries = useQueryClient()
  const navigate = useNavigate()
  const tab = useSearch({ strict: false }).tab
  const [reached, setReached] = useState<Reached | null>(null)
  const profileId = profile.id.id
  // Memoized, because building the draft of many alarm rules is expensive.
  const stored = useMemo(() => draftOfDeviceProfile(profile), [profile])

  const form = useEntityForm<DeviceProfileDraft, DeviceProfileErrors>({
    stored,
    fieldErrorsOf: (draft) => deviceProfileErrors(draft, t),
    reload: async () =>
      draftOfDeviceProfile(
        await queries.fetchQuery({
          queryKey: deviceProfileKey(profileId),
          // The cached entity may be seconds old: reading it again shows changes of another user.
          staleTime: 0,
          queryFn: () => deviceProfiles.get(profileId, { ignoreErrors: true }),
        }),
      ),
    async save(draft) {
      const latest = queries.getQueryData<DeviceProfile>(deviceProfileKey(profileId)) ?? profile
      await deviceProfiles.save(wireDeviceProfile(draft, latest), { ignoreErrors: true })
      await Promise.all([invalidateEntities(queries, deviceProfileRoom), invalidateEntities(queries, 'devices')])
    },
    saved: t('deviceProfiles.saved'),
  })
  const guard = useUnsavedGuard(form.changes > 0, { keepsOverTabs: true })

  const count = (type: PackageType) =>
    fleet.countForPackage(type, profileId, { ignoreErrors: true }).then(
      (devices): readonly [PackageType, number | null] => [type, devices],
      (): readonly [PackageType, number | null] => [type, null],
    )

  async function save(options: { readonly overwrite?: boolean } = {}) {
    const { draft } = form
    if (!form.check()) {
      const faulty = faultyTab(deviceProfileErrors(draft, t))
      const isHere = faulty === (tab ?? 'details')
      if (faulty && !isHere) {
        await navigate({
          to: '.',
          search: (now) => ({ ...now, tab: faulty === 'details' ? undefined : faulty }),
          replace: true,
        })
        focusFirstError(document.querySelector<HTMLElement>('.sd-details'))
      }
      return
    }
    const changed = (['FIRMWARE', 'SOFTWARE'] as const).filter((type) =>
      type === 'FIRMWARE' ? draft.firmwareId !== stored.firmwareId : draft.softwareId !== stored.softwareId,
    )
    // A user who overwrites a conflict has confirmed it already.
    if (changed.length === 0 || options.overwrite) return form.save(options)
    setReached(await Promise.all(changed.map(count)))
  }

  return {
    form: { ...form, save },
    dialogs: (
      <>
        {guard}
        {reached && (
          <ConfirmDialog
            title={t('deviceProfiles.updateTitle')}
            action={t('deviceProfiles.saveAndUpdate')}
            onCancel={() => setReached(null)}
            onConfirm={async () => {
              await form.save()
              setReached(null)
            }}
          >
            {reached.map(([type, devices]) => (
              <p key={type}>
                {devices === null
                  ? t('deviceProfiles.updateUncounted')
                  : t(type === 'FIRMWARE' ? 'deviceProfiles.updateFirmware' : 'deviceProfiles.updateSoftware', {
                      count: devices,
                    })}
              </p>
            ))}
            <p>{t('deviceProfiles.updateNote')}</p>
          </ConfirmDialog>
        )}
      </>
    ),
  }
}
