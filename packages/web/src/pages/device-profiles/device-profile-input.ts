/** Form of a device profile: draft, validation and request body. */

import type { DeviceProfile, DeviceProfileInput, ProvisionType } from '@sonde/model/device-profiles/device-profile'
import type { EntityType } from '@sonde/model/ids'
import type { AlarmDraft } from '../../device-profiles/alarm-rules/alarm-rule-draft.ts'
import { alarmErrors } from '../../device-profiles/alarm-rules/alarm-rule-errors.ts'
import { draftOfAlarms, wireOfAlarms } from '../../device-profiles/alarm-rules/alarm-rule-input.ts'
import type { Translate } from '../../locale/texts.ts'
import { firstError } from '../../ui/field/field-places.tsx'
import { textLengthMax, tooLong } from '../../ui/field/text-errors.ts'
import { draftOfTransport, type TransportDraft, transportErrors, wireOfTransport } from './transport/transport-input.ts'

export interface DeviceProfileDraft {
  readonly name: string
  readonly description: string
  /** Data URL; empty: no image. */
  readonly image: string
  /** IDs of the entities and the queue's name; empty: none. */
  readonly ruleChainId: string
  readonly dashboardId: string
  readonly queueName: string
  readonly firmwareId: string
  readonly softwareId: string
  readonly transport: TransportDraft
  /** Texts of devices stay texts, even if they look like numbers. */
  readonly keepsText: boolean
  readonly alarms: readonly AlarmDraft[]
  readonly provisionType: ProvisionType
  readonly provisionKey: string
  readonly provisionSecret: string
}

/** Error messages by field; for transport and alarms, only the first error. */
export type DeviceProfileErrors = Partial<Record<keyof DeviceProfileDraft, string>>

/** Maximum characters on the server. */
export const descriptionLengthMax = 10_000

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const defaultTransport = { transportType: 'DEFAULT', profileData: {} } as const

export const emptyDeviceProfile = (): DeviceProfileDraft => ({
  name: '',
  description: '',
  image: '',
  ruleChainId: '',
  dashboardId: '',
  queueName: '',
  firmwareId: '',
  softwareId: '',
  transport: draftOfTransport(defaultTransport),
  keepsText: false,
  alarms: [],
  provisionType: 'DISABLED',
  provisionKey: '',
  provisionSecret: '',
})

export function draftOfDeviceProfile(profile: DeviceProfile): DeviceProfileDraft {
  const { profileData } = profile
  return {
    name: profile.name,
    description: profile.description ?? '',
    image: profile.image ?? '',
    ruleChainId: profile.defaultRuleChainId?.id ?? '',
    dashboardId: profile.defaultDashboardId?.id ?? '',
    queueName: profile.defaultQueueName ?? '',
    firmwareId: profile.firmwareId?.id ?? '',
    softwareId: profile.softwareId?.id ?? '',
    transport: draftOfTransport(profile),
    keepsText: profileData.configuration?.keepText === true,
    alarms: draftOfAlarms(profileData.alarms, browserZone()),
    provisionType: profile.provisionType,
    provisionKey: profile.provisionDeviceKey ?? '',
    provisionSecret: profileData.provisionConfiguration?.provisionDeviceSecret ?? '',
  }
}

export function deviceProfileErrors(draft: DeviceProfileDraft, t: Translate): DeviceProfileErrors {
  const isProvisioned = draft.provisionType !== 'DISABLED'
  const credential = (text: string) =>
    isProvisioned && text.trim() === '' ? t('deviceProfiles.credentialRequired') : tooLong(text, t, textLengthMax)
  return {
    name: draft.name.trim() === '' ? t('deviceProfiles.nameRequired') : tooLong(draft.name, t),
    description: tooLong(draft.description, t, descriptionLengthMax),
    transport: firstError(transportErrors(draft.transport, t)),
    alarms: firstError(alarmErrors(draft.alarms, t)),
    provisionKey: credential(draft.provisionKey),
    provisionSecret: credential(draft.provisionSecret),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Request body. Unchanged parts are sent as stored, so properties that the form does not know are preserved. */
export function wireDeviceProfile(draft: DeviceProfileDraft, profile: DeviceProfile | null): DeviceProfileInput {
  const stored = profile && draftOfDeviceProfile(profile)
  const { transportType } = draft.transport
  const isProvisioned = draft.provisionType !== 'DISABLED'
  return {
    ...(profile ? { id: profile.id, default: profile.default } : {}),
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    image: draft.image || null,
    type: 'DEFAULT',
    transportType,
    provisionType: draft.provisionType,
    provisionDeviceKey: isProvisioned ? draft.provisionKey.trim() : null,
    defaultRuleChainId: idOrNone('RULE_CHAIN', draft.ruleChainId),
    defaultDashboardId: idOrNone('DASHBOARD', draft.dashboardId),
    defaultQueueName: draft.queueName || null,
    firmwareId: idOrNone('OTA_PACKAGE', draft.firmwareId),
    softwareId: idOrNone('OTA_PACKAGE', draft.softwareId),
    profileData: {
      ...profile?.profileData,
      configuration: configurationOf(draft, profile),
      transportConfiguration:
        profile && isSame(stored?.transport, draft.transport)
          ? profile.profileData.transportConfiguration
          : wireOfTransport(draft.transport, profile),
      provisionConfiguration: {
        ...profile?.profileData.provisionConfiguration,
        type: draft.provisionType,
        provisionDeviceSecret: isProvisioned ? draft.provisionSecret.trim() : null,
      },
      alarms:
        profile && isSame(stored?.alarms, draft.alarms) ? profile.profileData.alarms : [...wireOfAlarms(draft.alarms)],
    },
  }
}

function configurationOf({ keepsText }: DeviceProfileDraft, profile: DeviceProfile | null) {
  const stored = profile?.profileData.configuration ?? { type: 'DEFAULT' }
  if (keepsText) return { ...stored, keepText: true }
  const { keepText: _, ...others } = stored
  return others
}

const idOrNone = <T extends EntityType>(entityType: T, id: string) => (id === '' ? null : { entityType, id })

/** Tabs of the form with their fields, in the order in which errors are searched. */
export const formTabs = {
  details: ['name', 'description', 'image', 'ruleChainId', 'dashboardId', 'queueName', 'firmwareId', 'softwareId'],
  transport: ['transport', 'keepsText'],
  alarmRules: ['alarms'],
  provisioning: ['provisionType', 'provisionKey', 'provisionSecret'],
} as const satisfies Record<string, readonly (keyof DeviceProfileDraft)[]>
export type FormTab = keyof typeof formTabs

/** First tab with an error. */
export const faultyTab = (fieldErrors: DeviceProfileErrors): FormTab | undefined =>
  (Object.keys(formTabs) as FormTab[]).find((tab) => formTabs[tab].some((field) => fieldErrors[field]))
