/** Fields for the device settings of its profile's transport. */

import { useMemo } from 'react'
import { PowerFields } from '../../../device-profiles/power-fields.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, Places, useFieldPath } from '../../../ui/field/field-places.tsx'
import { PasswordField, Select } from '../../../ui/field/text-field.tsx'
import {
  authenticationProtocols,
  type DeviceTransportDraft,
  deviceTransportErrors,
  privacyProtocols,
  type SnmpTargetDraft,
  snmpVersions,
} from './device-transport-input.ts'

export interface DeviceTransportFieldsProps {
  readonly draft: DeviceTransportDraft
  readonly onChange: (draft: DeviceTransportDraft) => void
  /** Shows all errors, after an attempt to save. */
  readonly showsErrors: boolean
}

export default function DeviceTransportFields({ draft, onChange, showsErrors }: DeviceTransportFieldsProps) {
  const t = useText()
  const fieldErrors = useMemo(() => deviceTransportErrors(draft, t), [draft, t])
  return (
    <Places fieldErrors={fieldErrors} showsAll={showsErrors}>
      {draft.type === 'SNMP' ? (
        <SnmpTargetFields snmp={draft.snmp} onChange={(snmp) => onChange({ ...draft, snmp })} />
      ) : (
        <PowerFields
          at="power"
          power={draft.power}
          unsaid={t('devices.powerOfProfile')}
          onChange={(power) => onChange({ ...draft, power })}
        />
      )}
    </Places>
  )
}

const versionLabels = { V1: 'SNMP v1', V2C: 'SNMP v2c', V3: 'SNMP v3' } as const
/** Protocol name as in standards, such as `SHA-512`. */
const protocolLabel = (protocol: string) => protocol.replace('_', '-')

interface SnmpTargetFieldsProps {
  readonly snmp: SnmpTargetDraft
  readonly onChange: (snmp: SnmpTargetDraft) => void
}

function SnmpTargetFields({ snmp, onChange }: SnmpTargetFieldsProps) {
  const t = useText()
  const set = (part: Partial<SnmpTargetDraft>) => onChange({ ...snmp, ...part })
  return (
    <FieldGroup title={t('devices.snmp')} text={t('devices.snmpText')}>
      <div className="sd-form-row">
        <PlacedText at="host" label={t('devices.snmpHost')} value={snmp.host} onChange={(host) => set({ host })} />
        <PlacedText
          at="port"
          label={t('devices.snmpPort')}
          inputMode="numeric"
          value={snmp.port}
          onChange={(port) => set({ port })}
        />
      </div>
      <Select
        label={t('devices.snmpVersion')}
        value={snmp.version}
        options={snmpVersions.map((value) => ({ value, label: versionLabels[value] }))}
        onChange={(version) => set({ version })}
      />
      {snmp.version === 'V3' ? (
        <VersionThreeFields snmp={snmp} set={set} />
      ) : (
        <PlacedText
          at="community"
          label={t('devices.snmpCommunity')}
          value={snmp.community}
          onChange={(community) => set({ community })}
        />
      )}
    </FieldGroup>
  )
}

interface VersionThreeProps {
  readonly snmp: SnmpTargetDraft
  readonly set: (part: Partial<SnmpTargetDraft>) => void
}

function VersionThreeFields({ snmp, set }: VersionThreeProps) {
  const t = useText()
  return (
    <>
      <PlacedText
        at="username"
        label={t('devices.snmpUser')}
        value={snmp.username}
        onChange={(username) => set({ username })}
      />
      <PlacedText
        at="securityName"
        label={t('devices.snmpSecurityName')}
        value={snmp.securityName}
        onChange={(securityName) => set({ securityName })}
      />
      <Select
        label={t('devices.snmpAuthentication')}
        value={snmp.authenticationProtocol}
        options={authenticationProtocols.map((value) => ({ value, label: protocolLabel(value) }))}
        onChange={(authenticationProtocol) => set({ authenticationProtocol })}
      />
      <Passphrase
        at="authenticationPassphrase"
        label={t('devices.snmpAuthenticationPassphrase')}
        value={snmp.authenticationPassphrase}
        onChange={(authenticationPassphrase) => set({ authenticationPassphrase })}
      />
      <Select
        label={t('devices.snmpPrivacy')}
        value={snmp.privacyProtocol}
        options={privacyProtocols.map((value) => ({ value, label: protocolLabel(value) }))}
        onChange={(privacyProtocol) => set({ privacyProtocol })}
      />
      <Passphrase
        at="privacyPassphrase"
        label={t('devices.snmpPrivacyPassphrase')}
        value={snmp.privacyPassphrase}
        onChange={(privacyPassphrase) => set({ privacyPassphrase })}
      />
      <PlacedText
        at="contextName"
        label={t('devices.snmpContext')}
        isOptional
        value={snmp.contextName}
        onChange={(contextName) => set({ contextName })}
      />
      <PlacedText
        at="engineId"
        label={t('devices.snmpEngine')}
        isOptional
        isMono
        value={snmp.engineId}
        onChange={(engineId) => set({ engineId })}
      />
    </>
  )
}

interface PassphraseProps {
  readonly at: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Passphrase({ at, ...field }: PassphraseProps) {
  return <PasswordField autoComplete="off" {...field} {...useFieldPath(at)} />
}
