/**
 * Whether a message of a device may come in: by the rates of its tenant's profile, per tenant and per device, and while
 * the month's allowance lasts (pages.md §7, §22.4; devices.md §17).
 */

import type { ApiUsage } from '../api-usage/api-usage.ts'
import type { Clock } from '../clock.ts'
import type { TenantLimits } from './tenant-limits.ts'
import { createBucketMap } from './token-buckets.ts'
import { TooManyMessages } from './too-many-messages.ts'

/** Devices and tenants whose rates are kept. */
const tenantsMax = 100_000
const devicesMax = 500_000

export interface AdmittedDevice {
  readonly id: { readonly id: string }
  readonly tenantId: string
  readonly customerId: string
}

export interface TransportLimits {
  /**
   * Counts a message with so many data points; 0 for what is no telemetry. Throws `TooManyMessages`, and then nothing is
   * counted as used.
   */
  admit(device: AdmittedDevice, isTelemetry: boolean, dataPoints: number): void
}

export interface TransportLimitsParts {
  readonly limits: Pick<TenantLimits, 'known'>
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'count'>
  readonly clock: Clock
}

export function createTransportLimits({ limits, usage, clock }: TransportLimitsParts): TransportLimits {
  const messagesOfTenants = createBucketMap(clock, tenantsMax)
  const telemetryOfTenants = createBucketMap(clock, tenantsMax)
  const pointsOfTenants = createBucketMap(clock, tenantsMax)
  const messagesOfDevices = createBucketMap(clock, devicesMax)
  const telemetryOfDevices = createBucketMap(clock, devicesMax)
  const pointsOfDevices = createBucketMap(clock, devicesMax)

  const demand = (
    buckets: ReturnType<typeof createBucketMap>,
    id: string,
    rate: string | null,
    count: number,
    whose: string,
  ) => {
    if (rate !== null && !buckets.take(id, rate, count)) {
      throw new TooManyMessages(`The ${whose} sends more than its profile allows (${rate}); send less often.`)
    }
  }

  return {
    admit({ id: { id: deviceId }, tenantId, customerId }, isTelemetry, dataPoints) {
      if (!usage.isEnabled(tenantId, 'TRANSPORT')) {
        throw new TooManyMessages('The tenant has used up the messages of this month.')
      }
      const of = limits.known(tenantId)
      if (of) {
        demand(messagesOfDevices, deviceId, of.transportDeviceMsgRateLimit, 1, 'device')
        if (isTelemetry) {
          demand(telemetryOfDevices, deviceId, of.transportDeviceTelemetryMsgRateLimit, 1, 'device')
          demand(pointsOfDevices, deviceId, of.transportDeviceTelemetryDataPointsRateLimit, dataPoints, 'device')
        }
        demand(messagesOfTenants, tenantId, of.transportTenantMsgRateLimit, 1, 'tenant')
        if (isTelemetry) {
          demand(telemetryOfTenants, tenantId, of.transportTenantTelemetryMsgRateLimit, 1, 'tenant')
          demand(pointsOfTenants, tenantId, of.transportTenantTelemetryDataPointsRateLimit, dataPoints, 'tenant')
        }
      }
      usage.count(tenantId, 'transportMsgCount', 1, customerId)
      if (dataPoints > 0) usage.count(tenantId, 'transportDataPointsCount', dataPoints, customerId)
    },
  }
}
