/** Tab with device credentials: shows and copies them; tenant administrators can change them. */

import type { TransportType } from '@sonde/model/device-profiles/profile-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { focusFirstError } from '../../ui/field/focus-first-error.ts'
import { FormError } from '../../ui/field/form-error.tsx'
import { SaveBar } from '../../ui/field/save-bar.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'
import { useUnsavedGuard } from '../../ui/field/use-unsaved-guard.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { type CredentialsInput, credentialsErrors, inputOfCredentials, wireCredentials } from './credentials-input.ts'

export const credentialsKey = (deviceId: string) => ['devices', 'credentials', deviceId]

interface CredentialsTabProps {
  readonly deviceId: string
  /** Transport of the device's profile. */
  readonly transport: TransportType
}

export function CredentialsTab({ deviceId, transport }: CredentialsTabProps) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const canEdit = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const [draft, setDraft] = useState<CredentialsInput | null>(null)
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, setFailure, submit } = useSubmit()
  const guard = useUnsavedGuard(draft !== null)

  const { data, error, refetch } = useQuery({
    queryKey: credentialsKey(deviceId),
    queryFn: ({ signal }) => client.devices.credentials(deviceId, { signal, ignoreErrors: true }),
  })
  if (error && !data) {
    return <ErrorState title={t('devices.credentialsFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div className="sd-tab-body">
        <Skeleton width="40%" />
        <Skeleton height={34} />
      </div>
    )
  }

  const stored = inputOfCredentials(data)
  if (!stored) return <p className="sd-tab-body sd-text-2">{t('devices.lwm2mCredentials')}</p>
  const input = draft ?? stored
  const fieldErrors = credentialsErrors(input, false)
  const hasErrors = Object.keys(fieldErrors).length > 0

  function save() {
    setTried(true)
    if (hasErrors || !data) return
    void submit(async () => {
      const saved = await client.devices.saveCredentials(
        { id: data.id, deviceId: data.deviceId, ...wireCredentials(input) },
        { ignoreErrors: true },
      )
      queries.setQueryData(credentialsKey(deviceId), saved)
      setDraft(null)
      setTried(false)
      toasts.show({ kind: 'success', text: t('devices.credentialsSaved') })
    })
  }

  return (
    <form
      className="sd-tab-body"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
        focusFirstError(event.currentTarget)
      }}
    >
      <div className="sd-form">
        <FormError text={failure} />
        <CredentialsFields
          input={input}
          onChange={setDraft}
          fieldErrors={isTried ? fieldErrors : {}}
          transport={transport}
          isReadOnly={!canEdit}
        />
        {canEdit && <p className="sd-xs sd-text-3">{t('devices.credentialsHint')}</p>}
      </div>
      {draft && (
        <SaveBar
          changes={1}
          isBusy={isBusy}
          onSave={save}
          onDiscard={() => {
            setDraft(null)
            setFailure(null)
            setTried(false)
          }}
        />
      )}
      {guard}
    </form>
  )
}
