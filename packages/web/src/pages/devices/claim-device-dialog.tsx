/**
 * Claims a device for the caller's customer (pages.md §11.5): whoever has the device knows its name and its secret.
 *
 * A wrong secret ends the device's offer, so that nobody can try one after the other; the words say so.
 */

import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import { ApiError } from '@sonde/client/rest/api-error'
import { useMemo, useState } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

/** Why a device could not be claimed, in words; undefined: the call's own message says it. */
export function claimRefusal(error: unknown): MessageKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.body === 'CLAIMED') return 'devices.claimTaken'
  if (error.body === 'FAILURE') return 'devices.claimRefused'
  return error.status === 404 ? 'devices.claimUnknown' : undefined
}

export interface ClaimDeviceDialogProps {
  readonly onClose: () => void
  /** Gets the device's id. */
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
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isMissing = name.trim() === ''

  async function submit() {
    setTried(true)
    setFailure(null)
    if (isBusy || isMissing) return
    setBusy(true)
    try {
      const { device } = await claim(name.trim(), secret, { ignoreErrors: true })
      toasts.show({ kind: 'success', text: t('devices.claimed', { name: device.name }) })
      onClaimed(device.id.id)
    } catch (error) {
      const reason = claimRefusal(error)
      setFailure(reason ? t(reason) : error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t('devices.claim')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {t('devices.claim')}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
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
      </div>
    </Dialog>
  )
}
