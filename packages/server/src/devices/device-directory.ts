/** Cached data of devices that transports and the rule engine need; dropped when it changes. */

import type { EntityId } from '@sonde/model/ids'
import type { DeviceTraffic } from './device-traffic.ts'

export interface DeviceRecord {
  readonly id: EntityId<'DEVICE'>
  readonly tenantId: string
  readonly customerId: string
  readonly name: string
  /** Name of its profile. */
  readonly type: string
  readonly label: string | null
  readonly profileId: string
  readonly isGateway: boolean
  readonly createdTime: number
  readonly profile: DeviceProfileRecord
  readonly traffic: DeviceTraffic
}

export interface DeviceProfileRecord {
  readonly id: string
  readonly name: string
  readonly transportType: 'DEFAULT' | 'MQTT' | 'COAP' | 'LWM2M' | 'SNMP'
  /** null: the tenant's root chain. */
  readonly defaultRuleChainId: string | null
  readonly defaultQueueName: string | null
  /** `profileData` as in the API. */
  readonly profileData: Readonly<Record<string, unknown>>
}

/** Credentials that a transport client presents. */
export type PresentedCredentials =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'basic'
      readonly clientId: string | null
      readonly userName: string | null
      readonly password: string | null
    }

export interface DeviceDirectory {
  find(deviceId: string): Promise<DeviceRecord | undefined>
  /**
   * Device that the credentials belong to; undefined if they are unknown or wrong. With MQTT, an access token is the
   * username of `basic` credentials without a client ID.
   */
  authenticate(credentials: PresentedCredentials): Promise<DeviceRecord | undefined>
}

export interface CachedDeviceDirectory extends DeviceDirectory {
  /** Cached device, if present; synchronous for the hot path. */
  peek(deviceId: string): DeviceRecord | undefined
  /** Cached device of an access token, if present. */
  peekToken(token: string): DeviceRecord | undefined
  readonly cachedDevices: number
  close(): void
}
