/** Input of the wizard, and the calls that create the device. */

import { defaultProfileInput } from '@sonde/model/device-profiles/default-profile-input'
import type { DeviceProfileInput } from '@sonde/model/device-profiles/device-profile'
import {
  defaultAttributesTopic,
  defaultTelemetryTopic,
  type TransportType,
} from '@sonde/model/device-profiles/profile-types'
import type { Device, DeviceInput } from '@sonde/model/devices/device'
import type { AlarmDraft } from '../../../device-profiles/alarm-rules/alarm-rule-draft.ts'
import { wireOfAlarms } from '../../../device-profiles/alarm-rules/alarm-rule-input.ts'
import type { ProvisionDraft } from '../../../device-profiles/provision-fields.tsx'
import type { Client } from '../../../session/page-client.ts'
import { type CredentialsInput, emptyCredentials, wireCredentials } from '../credentials-input.ts'
import { type DeviceDraft, inputOf } from '../device-input.ts'
import { draftOfDeviceTransport } from '../transport/device-transport-input.ts'

/** Profile to create with the device. */
export interface NewProfile extends ProvisionDraft {
  readonly name: string
  readonly transportType: TransportType
  /** ID of the rule chain and name of the queue; empty: none. */
  readonly ruleChainId: string
  readonly queueName: string
  readonly alarms: readonly AlarmDraft[]
}

export const emptyProfile: NewProfile = {
  name: '',
  transportType: 'DEFAULT',
  ruleChainId: '',
  queueName: '',
  alarms: [],
  provisionType: 'DISABLED',
  provisionKey: '',
  provisionSecret: '',
}

export interface NewDevice {
  readonly draft: DeviceDraft
  /** Profile to create first; null: the draft's existing profile is used. */
  readonly newProfile: NewProfile | null
  readonly credentials: CredentialsInput
  /** ID of the customer; empty: none. */
  readonly customerId: string
}

export const emptyDevice = (name: string): NewDevice => ({
  draft: {
    name,
    label: '',
    deviceProfileId: '',
    firmwareId: '',
    softwareId: '',
    isGateway: false,
    overwritesActivity: false,
    description: '',
    transport: draftOfDeviceTransport(null),
  },
  newProfile: null,
  credentials: emptyCredentials,
  customerId: '',
})

/** Selects an existing profile; keeps the input for transports. */
export const withProfile = (wanted: NewDevice, deviceProfileId: string, type: TransportType): NewDevice => ({
  ...wanted,
  draft: { ...wanted.draft, deviceProfileId, transport: { ...wanted.draft.transport, type } },
})

/** Creating the device failed after its profile was created: a retry uses that profile. */
export class ProfileMadeError extends Error {
  override readonly name = 'ProfileMadeError'
  readonly deviceProfileId: string
  constructor(deviceProfileId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.deviceProfileId = deviceProfileId
  }
}

function profileInput(profile: NewProfile): DeviceProfileInput {
  const { name, transportType, ruleChainId, queueName, provisionType, provisionKey, provisionSecret, alarms } = profile
  const plain = defaultProfileInput(name)
  const isProvisioned = provisionType !== 'DISABLED'
  return {
    ...plain,
    transportType,
    defaultRuleChainId: ruleChainId ? { entityType: 'RULE_CHAIN', id: ruleChainId } : null,
    defaultQueueName: queueName || null,
    provisionType,
    provisionDeviceKey: isProvisioned ? provisionKey.trim() : null,
    profileData: {
      ...plain.profileData,
      alarms: [...wireOfAlarms(alarms)],
      transportConfiguration: {
        type: transportType,
        ...(transportType === 'MQTT' && {
          deviceTelemetryTopic: defaultTelemetryTopic,
          deviceAttributesTopic: defaultAttributesTopic,
        }),
      },
      provisionConfiguration: {
        type: provisionType,
        provisionDeviceSecret: isProvisioned ? provisionSecret.trim() : null,
      },
    },
  }
}

/** Creates the device. Throws `ApiError`; `ProfileMadeError` if only the profile was created. */
export async function makeDevice(client: Client, wanted: NewDevice): Promise<Device> {
  const quiet = { ignoreErrors: true }
  let { deviceProfileId, transport } = wanted.draft
  if (wanted.newProfile) {
    const profile = await client.deviceProfiles.save(profileInput(wanted.newProfile), quiet)
    deviceProfileId = profile.id.id
    transport = { ...draftOfDeviceTransport(null), type: wanted.newProfile.transportType }
  }
  const device: DeviceInput = {
    ...inputOf({ ...wanted.draft, deviceProfileId, transport }, null),
    ...(wanted.customerId ? { customerId: { entityType: 'CUSTOMER', id: wanted.customerId } } : {}),
  }
  try {
    const { credentials } = wanted
    return credentials.type === 'ACCESS_TOKEN'
      ? await client.devices.save(device, credentials.token.trim() || undefined, quiet)
      : await client.devices.saveWithCredentials(device, wireCredentials(credentials), quiet)
  } catch (error) {
    if (wanted.newProfile) throw new ProfileMadeError(deviceProfileId, error)
    throw error
  }
}
