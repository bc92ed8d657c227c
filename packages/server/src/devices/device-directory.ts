/**
 * What transports and the engine need to know of a device, kept in memory and dropped when it changes.
 */

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
  /** `profileData` of the wire. */
  readonly profileData: Readonly<Record<string, unknown>>
}

/** What a client of a transport shows. */
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
   * The device that the credentials name, or undefined when they are unknown or wrong. With MQTT, an access token is the
   * user name of `basic` credentials without a client id.
   */
  authenticate(credentials: PresentedCredentials): Promise<DeviceRecord | undefined>
}

export interface CachedDeviceDirectory extends DeviceDirectory {
  /** The device when it is in memory: no promise on the hot path. */
  peek(deviceId: string): DeviceRecord | undefined
  /** The device of an access token when it is in memory. */
  peekToken(token: string): DeviceRecord | undefined
  readonly cachedDevices: number
  close(): void
}
