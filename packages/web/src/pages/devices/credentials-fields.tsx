/** Fields of a device's credentials: access token, MQTT basic, X.509 certificate. */

import type { TransportType } from '@sonde/model/device-profiles/profile-types'
import type { CredentialsType } from '@sonde/model/devices/device'
import { credentialsOf, servedCredentials } from '@sonde/model/transports/transports'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import { FormNote } from '../../ui/field/form-note.tsx'
import { PasswordField, Select, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { type CredentialsErrors, type CredentialsInput, editableTypes } from './credentials-input.ts'

const typeLabels = {
  ACCESS_TOKEN: 'devices.accessToken',
  MQTT_BASIC: 'devices.mqttBasic',
  X509_CERTIFICATE: 'devices.x509',
} as const

/** What every device can store; offered where the profile's transport accepts nothing. */
const storable: ReadonlySet<CredentialsType> = new Set(['ACCESS_TOKEN'])

interface CredentialsFieldsProps {
  readonly input: CredentialsInput
  readonly onChange: (input: CredentialsInput) => void
  readonly fieldErrors: CredentialsErrors
  /** Transport of the device's profile; absent: unknown, any. */
  readonly transport?: TransportType
  readonly isReadOnly?: boolean
  /** An empty token is generated. */
  readonly isNew?: boolean
  /** Hides the type's field, because the type is shown elsewhere. */
  readonly hidesType?: boolean
}

export function CredentialsFields({
  input,
  onChange,
  fieldErrors,
  transport,
  isReadOnly = false,
  isNew = false,
  hidesType = false,
}: CredentialsFieldsProps) {
  const t = useText()
  const usable = transport ? credentialsOf(transport) : servedCredentials
  const offerable = usable.size > 0 ? usable : storable
  // A type that the transport doesn't accept is only offered if it is chosen already.
  const [stored] = useState(input.type)
  const offered = editableTypes.filter((type) => offerable.has(type) || type === stored)
  const set = (change: Partial<CredentialsInput>) => onChange({ ...input, ...change })
  const error = (field: keyof CredentialsErrors) => fieldErrors[field] && t(`devices.${fieldErrors[field]}`)
  return (
    <>
      {!hidesType && (
        <Select
          label={t('devices.credentialsType')}
          value={input.type}
          options={offered.map((type) => ({ value: type, label: t(typeLabels[type]) }))}
          isDisabled={isReadOnly}
          onChange={(type) => set({ type, token: '', clientId: '', userName: '', password: '', certificate: '' })}
        />
      )}
      {transport && usable.size === 0 ? (
        <FormNote text={t('devices.transportNotServed', { transport: t(`deviceProfiles.transport_${transport}`) })} />
      ) : (
        !usable.has(input.type) && <FormNote text={t('devices.credentialsNotServed')} />
      )}
      {input.type === 'ACCESS_TOKEN' && (
        <TokenField
          value={input.token}
          onChange={(token) => set({ token })}
          error={error('token')}
          isReadOnly={isReadOnly}
          isNew={isNew}
        />
      )}
      {input.type === 'MQTT_BASIC' && (
        <>
          <TextField
            label={t('devices.mqttClientId')}
            isOptional
            isMono
            readOnly={isReadOnly}
            value={input.clientId}
            onChange={(clientId) => set({ clientId })}
            end={input.clientId && !isNew && <CopyIconButton text={input.clientId} />}
          />
          <TextField
            label={t('devices.mqttUserName')}
            isMono
            readOnly={isReadOnly}
            value={input.userName}
            onChange={(userName) => set({ userName })}
            error={error('userName')}
            autoComplete="off"
            end={input.userName && !isNew && <CopyIconButton text={input.userName} />}
          />
          <PasswordField
            label={t('devices.mqttPassword')}
            isOptional
            isMono
            readOnly={isReadOnly}
            autoComplete="new-password"
            value={input.password}
            onChange={(password) => set({ password })}
          />
        </>
      )}
      {input.type === 'X509_CERTIFICATE' && (
        <TextArea
          label={t('devices.certificate')}
          isMono
          rows={8}
          isReadOnly={isReadOnly}
          placeholder="-----BEGIN CERTIFICATE-----"
          value={input.certificate}
          onChange={(certificate) => set({ certificate })}
          error={error('certificate')}
        />
      )}
    </>
  )
}

interface TokenFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly isNew: boolean
}

function TokenField({ value, onChange, error, isReadOnly, isNew }: TokenFieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(isNew)
  return (
    <TextField
      label={t('devices.accessToken')}
      isOptional={isNew}
      isMono
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      readOnly={isReadOnly}
      value={value}
      onChange={onChange}
      error={error}
      help={isNew ? t('devices.tokenGenerated') : undefined}
      end={
        !isNew && (
          <>
            <IconButton
              label={t(isShown ? 'devices.hideToken' : 'devices.showToken')}
              size="sm"
              icon={isShown ? <EyeOff size={16} strokeWidth={2} /> : <Eye size={16} strokeWidth={2} />}
              onClick={() => setShown(!isShown)}
            />
            <CopyIconButton text={value} label={t('devices.copyToken')} />
          </>
        )
      }
    />
  )
}
