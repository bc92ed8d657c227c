/** General fields of a device profile, and the rule chain and queue of its devices' messages. */

import { DashboardPicker } from '../../entities/dashboard-picker.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { OtaPackageField } from '../../ota-packages/ota-package-field.tsx'
import { QueueField } from '../../queues/queue-field.tsx'
import { RuleChainField } from '../../rule-chains/rule-chain-field.tsx'
import { ImageField } from '../../ui/field/image-field.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { DeviceProfileDraft, DeviceProfileErrors } from './device-profile-input.ts'

export type DeviceProfileFields = EntityFields<DeviceProfileDraft, DeviceProfileErrors>

interface ProfileFieldsProps {
  readonly fields: DeviceProfileFields
  /** Absent: a new profile, which has no packages yet. */
  readonly profileId?: string
}

export function ProfileFields({ fields: { draft, change, touch, fieldErrors }, profileId }: ProfileFieldsProps) {
  const t = useText()
  const ofProfile = { isOptional: true, help: t('deviceProfiles.packageHelp') }
  return (
    <>
      <TextField
        label={t('deviceProfiles.name')}
        value={draft.name}
        error={fieldErrors.name}
        help={t('deviceProfiles.nameHelp')}
        onBlur={() => touch('name')}
        onChange={(name) => change({ name })}
        autoComplete="off"
      />
      <RuleChainField
        label={t('deviceProfiles.ruleChain')}
        help={t('deviceProfiles.ruleChainHelp')}
        value={draft.ruleChainId}
        onChange={(ruleChainId) => change({ ruleChainId })}
      />
      <DashboardPicker
        label={t('deviceProfiles.dashboard')}
        help={t('deviceProfiles.dashboardHelp')}
        of={{ kind: 'ownTenant' }}
        value={draft.dashboardId}
        onChange={(dashboardId) => change({ dashboardId })}
      />
      <QueueField
        isOptional
        help={t('deviceProfiles.queueHelp')}
        placeholder={t('deviceProfiles.noQueue')}
        value={draft.queueName}
        onChange={(queueName) => change({ queueName })}
      />
      {profileId !== undefined && (
        <>
          <OtaPackageField
            {...ofProfile}
            type="FIRMWARE"
            deviceProfileId={profileId}
            value={draft.firmwareId}
            onChange={(firmwareId) => change({ firmwareId })}
          />
          <OtaPackageField
            {...ofProfile}
            type="SOFTWARE"
            deviceProfileId={profileId}
            value={draft.softwareId}
            onChange={(softwareId) => change({ softwareId })}
          />
        </>
      )}
      <ImageField label={t('deviceProfiles.image')} value={draft.image} onChange={(image) => change({ image })} />
      <TextArea
        label={t('deviceProfiles.description')}
        isOptional
        value={draft.description}
        error={fieldErrors.description}
        onBlur={() => touch('description')}
        onChange={(description) => change({ description })}
      />
    </>
  )
}
