/** Wizard step for a new profile: transport, rule chain and queue, provisioning. */

import { transportTypes } from '@sonde/model/device-profiles/profile-types'
import { servedProfiles } from '@sonde/model/transports/transports'
import { ProvisionFields } from '../../../device-profiles/provision-fields.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { QueueField } from '../../../queues/queue-field.tsx'
import { RuleChainField } from '../../../rule-chains/rule-chain-field.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { Select } from '../../../ui/field/text-field.tsx'
import type { NewProfile } from './new-device.ts'

interface ProfileStepProps {
  readonly profile: NewProfile
  readonly onChange: (profile: NewProfile) => void
  readonly showsErrors: boolean
}

const credentials = ['provisionKey', 'provisionSecret'] as const

/** Provisioning credentials that are required and empty. */
export const missingCredentials = (profile: NewProfile) =>
  profile.provisionType === 'DISABLED' ? [] : credentials.filter((field) => profile[field].trim() === '')

export function ProfileStep({ profile, onChange, showsErrors }: ProfileStepProps) {
  const t = useText()
  const change = (part: Partial<NewProfile>) => onChange({ ...profile, ...part })
  const missing = showsErrors ? missingCredentials(profile) : []
  return (
    <>
      <Select
        label={t('deviceProfiles.transport')}
        help={t('devices.transportHelp')}
        value={profile.transportType}
        options={transportTypes
          .filter((type) => servedProfiles.has(type))
          .map((value) => ({ value, label: t(`deviceProfiles.transport_${value}`) }))}
        onChange={(transportType) => change({ transportType })}
      />
      <RuleChainField
        label={t('deviceProfiles.ruleChain')}
        help={t('deviceProfiles.ruleChainHelp')}
        value={profile.ruleChainId}
        onChange={(ruleChainId) => change({ ruleChainId })}
      />
      <QueueField
        isOptional
        help={t('deviceProfiles.queueHelp')}
        placeholder={t('deviceProfiles.noQueue')}
        value={profile.queueName}
        onChange={(queueName) => change({ queueName })}
      />
      <FieldGroup title={t('deviceProfiles.tabProvisioning')}>
        <ProvisionFields
          fields={{
            draft: profile,
            change,
            touch() {},
            fieldErrors: Object.fromEntries(missing.map((field) => [field, t('deviceProfiles.credentialRequired')])),
          }}
        />
      </FieldGroup>
    </>
  )
}
