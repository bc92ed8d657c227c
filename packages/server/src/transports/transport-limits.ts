/**
 * Admission of device messages: by the rate limits of the tenant's profile, per tenant and per device, and by the
 * monthly API usage limit.
 */

import type { EntityId } from '@sonde/model/ids'
import { rateRejection } from '@sonde/model/limits/profile-limits'
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

/** Maximum number of tenants and devices whose rate limit buckets are cached. */
const tenantsMax = 100_000
const devicesMax = 500_000
/** Maximum number of cached rejection texts. */
const wordsMax = 1_000

export interface LimitedDevice {
  readonly id: EntityId
  readonly tenantId: string
  readonly customerId: string
  readonly traffic: DeviceTraffic
}

export interface TransportLimits {
  /**
   * Counts a message and its data points; `dataPoints` is 0 for messages other than telemetry. Throws
   * `RateLimitExceeded`; a rejected message doesn't count as API usage.
   */
  consume(device: LimitedDevice, isTelemetry: boolean, dataPoints: number): void
}

export interface TransportLimitsDeps {
  readonly limits: Pick<TenantLimits, 'known'>
  readonly usage: Pick<ApiUsage, 'isEnabled' | 'count' | 'rejected'>
  readonly clock: Clock
  readonly rejections: Pick<Limits, 'count'>
  readonly peaks: Pick<Peaks, 'of'>
  readonly causers: Pick<Causers, 'add' | 'source'>
}

export function createTransportLimits(deps: TransportLimitsDeps): TransportLimits {
  const { limits, usage, clock, rejections, peaks, causers } = deps
  /** Devices that sent a message since the causers last collected their traffic. */
  let active: LimitedDevice[] = []
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
    const existing = words.get(place)
    if (existing !== undefined) return existing
    if (words.size >= wordsMax) words.clear()
    const text = rateRejection(key, rate)
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

  const requireWithin = (
    { key, buckets }: ReturnType<typeof bucketsOf>,
    id: string,
    rate: string | null,
    count: number,
    { id: deviceId, tenantId }: LimitedDevice,
  ) => {
    if (rate === null || buckets.tryAcquire(id, rate, count, tenantId)) return
    rejections.count(tenantId, key, deviceId)
    throw new RateLimitExceeded(wordsOf(key, rate))
  }

  return {
    consume(device, isTelemetry, dataPoints) {
      const { id, tenantId, customerId, traffic } = device
      if (!usage.isEnabled(tenantId, 'TRANSPORT'))
        throw new RateLimitExceeded(usage.rejected(tenantId, 'TRANSPORT', id))
      const of = limits.known(tenantId)
      if (of) {
        requireWithin(messagesOfDevices, id.id, of.transportDeviceMsgRateLimit, 1, device)
        if (isTelemetry) {
          requireWithin(telemetryOfDevices, id.id, of.transportDeviceTelemetryMsgRateLimit, 1, device)
          requireWithin(pointsOfDevices, id.id, of.transportDeviceTelemetryDataPointsRateLimit, dataPoints, device)
        }
        requireWithin(messagesOfTenants, tenantId, of.transportTenantMsgRateLimit, 1, device)
        if (isTelemetry) {
          requireWithin(telemetryOfTenants, tenantId, of.transportTenantTelemetryMsgRateLimit, 1, device)
          requireWithin(pointsOfTenants, tenantId, of.transportTenantTelemetryDataPointsRateLimit, dataPoints, device)
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
