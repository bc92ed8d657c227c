/** Details of a device: what it is, and by those who may, changed. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { FormError } from '../../ui/field/form-error.tsx'
import { SaveBar } from '../../ui/field/save-bar.tsx'
import { useUnsavedGuard } from '../../ui/field/use-unsaved-guard.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { refreshDevices } from './device-calls.ts'
import { MoreFields, NameFields, ProfileSelect } from './device-fields.tsx'
import { changesOf, type DeviceDraft, deviceFaults, draftOf, inputOf } from './device-input.ts'

export function DeviceForm({ device }: { device: DeviceInfo }) {
  const canEdit = useAccount()?.auth.authority === 'TENANT_ADMIN'
  return canEdit ? <EditableDevice device={device} /> : <ReadOnlyDevice device={device} />
}

function EditableDevice({ device }: { device: DeviceInfo }) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [draft, setDraft] = useState<DeviceDraft | null>(null)
  const [isTouched, setTouched] = useState({ name: false, label: false })
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const stored = draftOf(device)
  const shown = draft ?? stored
  const changes = changesOf(shown, stored)
  const faults = deviceFaults(shown)
  const guard = useUnsavedGuard(changes > 0)

  async function save() {
    setTouched({ name: true, label: true })
    if (faults.name || faults.label || isBusy || changes === 0) return
    setBusy(true)
    setFailure(null)
    try {
      await client.devices.save(inputOf(shown, device), undefined, { ignoreErrors: true })
      await refreshDevices(queries)
      setDraft(null)
      toasts.show({ kind: 'success', text: t('devices.saved') })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  const fields = {
    draft: shown,
    onChange: (next: DeviceDraft) => {
      setDraft(next)
      setFailure(null)
    },
    onBlur: (field: 'name' | 'label') => setTouched((now) => ({ ...now, [field]: true })),
    faults: { name: isTouched.name ? faults.name : undefined, label: isTouched.label ? faults.label : undefined },
  }
  return (
    <form
      className="sd-tab-body"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
        focusFirstError(event.currentTarget)
      }}
    >
      <div className="sd-form">
        <FormError text={failure} />
        <NameFields {...fields} />
        <ProfileSelect
          value={shown.deviceProfileId}
          knownName={device.deviceProfileName}
          onChange={(deviceProfileId) => fields.onChange({ ...shown, deviceProfileId })}
        />
        <MoreFields {...fields} />
      </div>
      <Facts device={device} />
      {changes > 0 && (
        <SaveBar
          changes={changes}
          isBusy={isBusy}
          onSave={() => void save()}
          onDiscard={() => {
            setDraft(null)
            setFailure(null)
          }}
        />
      )}
      {guard}
    </form>
  )
}

function ReadOnlyDevice({ device }: { device: DeviceInfo }) {
  const t = useText()
  const { label, isGateway, description } = draftOf(device)
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('devices.name')}</dt>
        <dd>{device.name}</dd>
        <dt>{t('devices.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('devices.profile')}</dt>
        <dd>{device.deviceProfileName}</dd>
        <dt>{t('devices.isGateway')}</dt>
        <dd>{isGateway ? t('ui.yes') : t('ui.no')}</dd>
        <dt>{t('devices.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <Facts device={device} />
    </div>
  )
}

/** What nobody changes here. */
function Facts({ device }: { device: DeviceInfo }) {
  const t = useText()
  const format = useFormat()
  return (
    <dl className="sd-facts">
      <dt>{t('devices.customer')}</dt>
      <dd>{device.customerIsPublic ? t('devices.public') : device.customerTitle || t('ui.none')}</dd>
      <dt>{t('devices.created')}</dt>
      <dd className="sd-num">{format.dateTime(device.createdTime)}</dd>
      <dt>{t('devices.id')}</dt>
      <dd>
        <span className="sd-mono">{device.id.id}</span>
        <CopyIconButton text={device.id.id} label={t('ui.copyId')} />
      </dd>
    </dl>
  )
}
