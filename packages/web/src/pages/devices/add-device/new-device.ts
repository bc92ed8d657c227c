/** What the wizard collects, and the calls that make a device of it. */

import type { DeviceProfileInput, TransportType } from '@sonde/model/device-profiles/device-profile'
import type { Device, DeviceInput } from '@sonde/model/devices/device'
import type { Client } from '../../../session/page-client.ts'
import { type CredentialsInput, emptyCredentials, wireCredentials } from '../credentials-input.ts'
import { type DeviceDraft, inputOf } from '../device-input.ts'
import { draftOfDeviceTransport } from '../transport/device-transport-input.ts'

export interface NewDevice {
  readonly draft: DeviceDraft
  /** Given: this profile is made first. */
  readonly newProfileName: string | null
  readonly credentials: CredentialsInput
  /** Empty: no customer. */
  readonly customerId: string
}

export const emptyDevice = (name: string): NewDevice => ({
  draft: {
    name,
    label: '',
    deviceProfileId: '',
    isGateway: false,
    overwritesActivity: false,
    description: '',
    transport: draftOfDeviceTransport(null),
  },
  newProfileName: null,
  credentials: emptyCredentials,
  customerId: '',
})

/** Of a profile that exists. What was typed for its transport stays. */
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

/** Throws `ApiError`; `ProfileMadeError` when only the profile was made. */
export async function makeDevice(client: Client, wanted: NewDevice): Promise<Device> {
  const quiet = { ignoreErrors: true }
  let { deviceProfileId, transport } = wanted.draft
  if (wanted.newProfileName !== null) {
    const profile = await client.deviceProfiles.save(newProfile(wanted.newProfileName), quiet)
    deviceProfileId = profile.id.id
    transport = draftOfDeviceTransport(null)
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
    if (wanted.newProfileName !== null) throw new ProfileMadeError(deviceProfileId, error)
    throw error
  }
}

const newProfile = (name: string): DeviceProfileInput => ({
  name: name.trim(),
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  provisionType: 'DISABLED',
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED' },
    alarms: [],
  },
})
