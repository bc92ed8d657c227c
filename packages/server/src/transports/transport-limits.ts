/**
 * Whether a message of a device may come in: by the rates of its tenant's profile, per tenant and per device, and while
 * the month's limit lasts.
 */

import type { EntityId } from '@sonde/model/ids'
import { rateRefusal } from '@sonde/model/limits/profile-limits'
import type { ProfileRate } from '@sonde/model/tenant-profiles/tenant-profile'
import type { ApiUsage } from '../api-usage/api-usage.ts'
import type { Clock } from '../clock.ts'
import type { DeviceTraffic } from '../devices/device-traffic.ts'
import type { Causers } from '../limits/causers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Peaks } from '../limits/peaks.ts'
import type { TenantLimits } from '../limits/tenant-limits.ts'
import { createBucketMap } from '../limits/token-buckets.ts'
import { RateLimitExceeded } from '../limits/too-many-messages.ts'

/** Devices and tenants whose rates are kept. */
const tenantsMax = 100_000
const devicesMax = 500_000
/** Words of refusals that are kept. */
const wordsMax = 1_000

export interface AdmittedDevice {
  readonly id: EntityId
  readonly tenantId: string
  readonly customerId: string
  readonly traffic: DeviceTraffic
}

export interface TransportLimits {
  /**
   * Counts a message with so many data points; 0 for what is no telemetry. Throws `RateLimitExceeded`, and then nothing is
   * counted as used.
   */
  admit(device: AdmittedDevice, isTelemetry: boolean, dataPoints: number): void
}

export interface TransportLimitsParts {
  readonly limits: Pick<TenantLimits, 'known'>
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'count' | 'refused'>
  readonly clock: Clock
  readonly refusals: Pick<Limits, 'count'>
  readonly peaks: Pick<Peaks, 'of'>
  readonly causers: Pick<Causers, 'add' | 'source'>
}

export function createTransportLimits(parts: TransportLimitsParts): TransportLimits {
  const { limits, usage, clock, refusals, peaks, causers } = parts
  /** Those that sent something since their traffic was last taken up. */
  let active: AdmittedDevice[] = []
  const words = new Map<string, string>()

  causers.source(() => {
    const devices = active
    active = []
    for (const { id, tenantId, traffic } of devices) {
      causers.add(tenantId, 'maxTransportMessages', id, traffic.messages)
      if (traffic.points > 0) causers.add(tenantId, 'maxTransportDataPoints', id, traffic.points)
      traffic.messages = 0
      traffic.points = 0
      traffic.isListed = false
    }
  })

  function wordsOf(key: ProfileRate, rate: string): string {
    const place = `${key} ${rate}`
    const known = words.get(place)
    if (known !== undefined) return known
    if (words.size >= wordsMax) words.clear()
    const text = rateRefusal(key, rate)
    words.set(place, text)
    return text
  }

  const bucketsOf = (key: ProfileRate, max: number) => ({
    key,
    buckets: createBucketMap(clock, max, (tenantId) => peaks.of(key, tenantId)),
  })
  const messagesOfTenants = bucketsOf('transportTenantMsgRateLimit', tenantsMax)
  const telemetryOfTenants = bucketsOf('transportTenantTelemetryMsgRateLimit', tenantsMax)
  const pointsOfTenants = bucketsOf('transportTenantTelemetryDataPointsRateLimit', tenantsMax)
  const messagesOfDevices = bucketsOf('transportDeviceMsgRateLimit', devicesMax)
  const telemetryOfDevices = bucketsOf('transportDeviceTelemetryMsgRateLimit', devicesMax)
  const pointsOfDevices = bucketsOf('transportDeviceTelemetryDataPointsRateLimit', devicesMax)

  const demand = (
    { key, buckets }: ReturnType<typeof bucketsOf>,
    id: string,
    rate: string | null,
    count: number,
    { id: deviceId, tenantId }: AdmittedDevice,
  ) => {
    if (rate === null || buckets.take(id, rate, count, tenantId)) return
    refusals.count(tenantId, key, deviceId)
    throw new RateLimitExceeded(wordsOf(key, rate))
  }

  return {
    admit(device, isTelemetry, dataPoints) {
      const { id, tenantId, customerId, traffic } = device
      if (!usage.isEnabled(tenantId, 'TRANSPORT')) throw new RateLimitExceeded(usage.refused(tenantId, 'TRANSPORT', id))
      const of = limits.known(tenantId)
      if (of) {
        demand(messagesOfDevices, id.id, of.transportDeviceMsgRateLimit, 1, device)
        if (isTelemetry) {
          demand(telemetryOfDevices, id.id, of.transportDeviceTelemetryMsgRateLimit, 1, device)
          demand(pointsOfDevices, id.id, of.transportDeviceTelemetryDataPointsRateLimit, dataPoints, device)
        }
        demand(messagesOfTenants, tenantId, of.transportTenantMsgRateLimit, 1, device)
        if (isTelemetry) {
          demand(telemetryOfTenants, tenantId, of.transportTenantTelemetryMsgRateLimit, 1, device)
          demand(pointsOfTenants, tenantId, of.transportTenantTelemetryDataPointsRateLimit, dataPoints, device)
        }
      }
      usage.count(tenantId, 'transportMsgCount', 1, customerId)
      if (dataPoints > 0) usage.count(tenantId, 'transportDataPointsCount', dataPoints, customerId)
      if (!traffic.isListed) {
        traffic.isListed = true
        active.push(device)
      }
      traffic.messages++
      traffic.points += dataPoints
    },
  }
}
