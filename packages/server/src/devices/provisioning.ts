/**
 * Provisioning: a device that has only the key and secret of a profile gets its own credentials.
 *
 * A device that knows key and secret may do what the profile allows: create a device, or fetch the credentials of an
 * existing one. A wrong secret gets the same answer as an unknown key, so that keys can't be guessed. Names and
 * credentials that are in use get the same answer for every owner; the tenant's audit log has the reason.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { Device } from '@sonde/model/devices/device'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { DomainError } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import type { ProvisionAnswer, ProvisionRequest } from '@sonde/model/provisioning/provisioning'
import { ValueType } from '@sonde/model/telemetry/values'
import { assignableChange } from '../assignables/assignable-changes.ts'
import type { Clock } from '../clock.ts'
import type { DeviceProfileService } from '../device-profiles/device-profile-service.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { Limits } from '../limits/limits.ts'
import { createBucketMap } from '../limits/token-buckets.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { Message } from '../messages/message.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import { type AttributeWrite, UniqueViolation } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import {
  type BasicValue,
  type DerivedCredentials,
  deriveCredentials,
  newToken,
  parseBasicValue,
  sameText,
} from './credentials.ts'
import { deviceFrom } from './device-service.ts'
import { initialState } from './device-state.ts'
import type { DeviceStore } from './device-store.ts'

/** Server attribute that marks a provisioned device. */
export const provisionStateKey = 'provisionState'
export const provisioned = 'provisioned'

export interface ProvisioningDeps {
  readonly profiles: Pick<DeviceProfileService, 'findByProvisionKey'>
  readonly store: Pick<DeviceStore, 'findByName' | 'findCredentials' | 'insert'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
  readonly quotas: EntityLimits
  readonly limits: Pick<Limits, 'of' | 'reject' | 'peaksOf'>
  readonly commit: Commit
  readonly clock: Clock
}

export interface Provisioning {
  /**
   * Answers a device's request, including rejections. `address`: address of the client. Rejects with 429 when an
   * address or the devices of a tenant send too many requests, and when the store fails.
   */
  provision(request: ProvisionRequest, address: string): Promise<ProvisionAnswer>
}

/** Same answer for every rejection of a device that knows key and secret. */
const rejectedAnswer: ProvisionAnswer = {
  errorMsg: 'The device can’t be provisioned with this name and these credentials.',
  status: 'FAILURE',
}
/** Answer to devices, without the number that the tenant may have. */
const noRoom = 'The tenant has reached its device limit.'
/** Maximum addresses and tenants whose rates are tracked. */
const addressesMax = 100_000
const tenantsMax = 100_000

export function createProvisioning(deps: ProvisioningDeps): Provisioning {
  const { profiles, store, attributes, packages, quotas, limits, commit, clock } = deps
  const addresses = createBucketMap(clock, addressesMax)
  const tenants = createBucketMap(clock, tenantsMax, limits.peaksOf('tenantProvisionRequests'))
  const rateOf = (tenantId: string | null, key: 'provisionRequests' | 'tenantProvisionRequests') =>
    `${limits.of(tenantId, key)}:${limitOf(key).seconds}`

  async function provision(request: ProvisionRequest, address: string): Promise<ProvisionAnswer> {
    if (!addresses.tryAcquire(address, rateOf(null, 'provisionRequests'), 1)) limits.reject(null, 'provisionRequests')
    const profile = await profiles.findByProvisionKey(request.provisionDeviceKey)
    const secret = profile?.profileData.provisionConfiguration?.provisionDeviceSecret ?? ''
    const isKnown = sameText(secret, request.provisionDeviceSecret) && secret !== ''
    if (!profile || !isKnown || profile.provisionType === 'DISABLED') {
      return { errorMsg: 'No device profile has this key and secret.', status: 'NOT_FOUND' }
    }
    // Only devices that know the secret use up the tenant's rate.
    const tenantId = profile.tenantId.id
    if (!tenants.tryAcquire(tenantId, rateOf(tenantId, 'tenantProvisionRequests'), 1)) {
      limits.reject(tenantId, 'tenantProvisionRequests', profile.id)
    }
    try {
      return profile.provisionType === 'ALLOW_CREATE_NEW_DEVICES'
        ? await create(profile, request)
        : await check(profile, request)
    } catch (error) {
      if (error instanceof UniqueViolation) return rejectedAnswer
      if (error instanceof DomainError) return { errorMsg: error.message, status: 'FAILURE' }
      throw error
    }
  }

  async function create(profile: DeviceProfile, request: ProvisionRequest): Promise<ProvisionAnswer> {
    const tenantId = profile.tenantId.id
    const name = request.deviceName ?? newToken()
    checkEntityTexts('device', { name }, {})
    const existing = await store.findByName(tenantId, name)
    if (existing) return reject(existing, request, 'A device with this name already exists.')
    const credentials = credentialsOfRequest(request)
    await quotas.withRoom('DEVICE', tenantId, () => commitNew(profile, name, credentials, request), noRoom)
    return answerOf(credentials)
  }

  async function commitNew(
    profile: DeviceProfile,
    name: string,
    credentials: DerivedCredentials,
    request: ProvisionRequest,
  ): Promise<void> {
    const nowMs = clock.nowMs()
    const owner = { tenantId: profile.tenantId.id, customerId: NIL_UUID }
    const device = deviceFrom({ name }, undefined, profile, { ...owner, nowMs })
    const assigned = await packages.ofDevice(undefined, device, profile, nowMs)
    await commit({
      statements: [...assigned.statements, ...store.insert(device, credentials)],
      points: assigned.points,
      attributes: [
        ...initialState(device.tenantId.id, device.id.id, nowMs),
        ...assigned.attributes,
        markOf(device, nowMs),
      ],
      changes: [assignableChange('created', device)],
      messages: [
        messageOf('ENTITY_CREATED', device, JSON.stringify(device), nowMs),
        messageOf('PROVISION_SUCCESS', device, dataOf(request), nowMs),
      ],
      audit: [noteOf(device, request)],
    })
  }

  /** Returns the credentials of a device that was created before. */
  async function check(profile: DeviceProfile, request: ProvisionRequest): Promise<ProvisionAnswer> {
    const device = request.deviceName
      ? await store.findByName(profile.tenantId.id, request.deviceName)
      : /* No lookup without a name. */ undefined
    if (!device || device.deviceProfileId.id !== profile.id.id) {
      return rejectedAnswer
    }
    const [state] = await attributes.attributes(device.id.id, 'SERVER_SCOPE', [provisionStateKey])
    if (state && state.value !== provisioned) {
      return reject(device, request, `The attribute "${provisionStateKey}" of the device forbids it.`)
    }
    const credentials = await store.findCredentials(device.id.id)
    if (!credentials) return reject(device, request, 'The device has no credentials.')
    const nowMs = clock.nowMs()
    await commit({
      attributes: [markOf(device, nowMs)],
      messages: [messageOf('PROVISION_SUCCESS', device, dataOf(request), nowMs)],
      audit: [noteOf(device, request)],
    })
    return answerOf(credentials)
  }

  /** Rejects a request. `reason`: for the tenant's audit log. */
  async function reject(device: Device, request: ProvisionRequest, reason: string): Promise<ProvisionAnswer> {
    const nowMs = clock.nowMs()
    await commit({
      messages: [messageOf('PROVISION_FAILURE', device, dataOf(request), nowMs)],
      audit: [noteOf(device, request, reason)],
    })
    return rejectedAnswer
  }

  return { provision }
}

/** Credentials from the request, else a new token. Throws 400 when they are incomplete. */
function credentialsOfRequest(request: ProvisionRequest): DerivedCredentials {
  const credentialsType = request.credentialsType ?? 'ACCESS_TOKEN'
  switch (credentialsType) {
    case 'ACCESS_TOKEN':
      return deriveCredentials({ credentialsType, credentialsId: request.token || newToken() })
    case 'MQTT_BASIC': {
      const { clientId = null, username: userName = null, password = null } = request
      const value: BasicValue = { clientId, userName, password }
      return deriveCredentials({ credentialsType, credentialsValue: JSON.stringify(value) })
    }
    case 'X509_CERTIFICATE':
      return deriveCredentials({ credentialsType, credentialsValue: request.hash ?? null })
  }
}

const markOf = ({ id, tenantId }: Device, nowMs: number): AttributeWrite => ({
  tenantId: tenantId.id,
  entity: id,
  scope: 'SERVER_SCOPE',
  key: provisionStateKey,
  lastUpdateTs: nowMs,
  value: { type: ValueType.STRING, value: provisioned },
  notifyDevice: false,
})

/** The request in the form that rule chains receive. */
const dataOf = (request: ProvisionRequest): string =>
  JSON.stringify({
    deviceName: request.deviceName ?? '',
    credentialsType: request.credentialsType ?? 'ACCESS_TOKEN',
    credentialsData: {
      token: request.token ?? '',
      clientId: request.clientId ?? '',
      username: request.username ?? '',
      password: request.password ?? '',
      x509CertHash: request.hash ?? '',
    },
    credentials: {
      provisionDeviceKey: request.provisionDeviceKey,
      provisionDeviceSecret: request.provisionDeviceSecret,
    },
  })

const messageOf = (type: string, device: Device, data: string, nowMs: number): Message => ({
  id: newId(nowMs),
  ts: nowMs,
  type,
  tenantId: device.tenantId.id,
  originator: device.id,
  customerId: device.customerId.id,
  metadata: { tenantId: device.tenantId.id },
  dataType: 'JSON',
  data,
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
})

/** Audit note without secrets. */
const noteOf = (device: Device, { credentialsType }: ProvisionRequest, failure?: string): AuditNote => ({
  action: failure === undefined ? 'PROVISION_SUCCESS' : 'PROVISION_FAILURE',
  entity: device.id,
  entityName: device.name,
  customerId: device.customerId.id,
  by: { tenantId: device.tenantId.id, userId: NIL_UUID, userName: '' },
  data: { deviceName: device.name, credentialsType: credentialsType ?? 'ACCESS_TOKEN' },
  ...(failure === undefined ? {} : { failure }),
})

function answerOf({ credentialsType, credentialsId, credentialsValue }: DerivedCredentials): ProvisionAnswer {
  const value =
    credentialsType === 'MQTT_BASIC'
      ? (parseBasicValue(credentialsValue ?? '') ?? '')
      : credentialsType === 'ACCESS_TOKEN'
        ? credentialsId
        : (credentialsValue ?? '')
  return { credentialsValue: value, credentialsType, status: 'SUCCESS' }
}
