/**
 * Claims a device for the caller's customer. The user enters the device's name and its secret.
 *
 * A wrong secret ends the device's claim period, so that secrets cannot be guessed; the error message says so.
 */

import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import { ApiError } from '@sonde/client/rest/api-error'
import { useMemo, useState } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

/** Error message for a failed claim; undefined: the error's own message is shown. */
export function claimRejection(error: unknown): MessageKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.body === 'CLAIMED') return 'devices.claimTaken'
  if (error.body === 'FAILURE') return 'devices.claimRefused'
  return error.status === 404 ? 'devices.claimUnknown' : undefined
}

export interface ClaimDeviceDialogProps {
  readonly onClose: () => void
  /** Called with the ID of the claimed device. */
  readonly onClaimed: (deviceId: string) => void
}

export default function ClaimDeviceDialog({ onClose, onClaimed }: ClaimDeviceDialogProps) {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const { claim } = useMemo(() => createDeviceFleetCalls(client.rest), [client])
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const isMissing = name.trim() === ''

  async function claimIt() {
    const { device } = await claim(name.trim(), secret, { ignoreErrors: true }).catch((error: unknown) => {
      const reason = claimRejection(error)
      throw reason ? new Error(t(reason), { cause: error }) : error
    })
    toasts.show({ kind: 'success', text: t('devices.claimed', { name: device.name }) })
    onClaimed(device.id.id)
  }

  function submit() {
    setTried(true)
    sending.setFailure(null)
    if (!isMissing) void sending.submit(claimIt)
  }

  return (
    <FormDialog
      title={t('devices.claim')}
      onClose={onClose}
      action={t('devices.claim')}
      sending={sending}
      onSubmit={submit}
    >
      <p>{t('devices.claimText')}</p>
      <TextField
        label={t('devices.claimName')}
        autoFocus
        value={name}
        onChange={setName}
        error={isTried && isMissing ? t('devices.claimNameMissing') : undefined}
      />
      <PasswordField
        label={t('devices.claimSecret')}
        isOptional
        value={secret}
        onChange={setSecret}
        autoComplete="off"
      />
    </FormDialog>
  )
}
