/** Rate limits of REST calls per tenant and per customer. Off by default. */

import { DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type RestLimitKey, rateRejection } from '@sonde/model/limits/profile-limits'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Causers } from './causers.ts'
import type { Limits } from './limits.ts'
import type { Peaks } from './peaks.ts'
import { createBucketMap } from './token-buckets.ts'

/** Maximum number of tenants, and of customers, whose rates are tracked. */
const callersMax = 100_000

export interface RestLimitDeps {
  /** `SONDE_TENANT_REST_LIMIT` and `SONDE_CUSTOMER_REST_LIMIT`. Null: unlimited. */
  readonly tenantRates: readonly string[] | null
  readonly customerRates: readonly string[] | null
  readonly clock: Clock
  readonly rejections: Pick<Limits, 'count'>
  readonly peaks: Pick<Peaks, 'of'>
  readonly causers: Pick<Causers, 'pending'>
}

export interface RestLimits {
  /** Counts a call. Throws 429 if it exceeds the rate. Calls of the system administrator are never limited. */
  consume(scope: Scope): void
}

export function createRestLimits(deps: RestLimitDeps): RestLimits {
  const { tenantRates, customerRates, clock, rejections, peaks, causers } = deps
  const bucketsOf = (key: RestLimitKey) => createBucketMap(clock, callersMax, (tenantId) => peaks.of(key, tenantId))
  const tenants = bucketsOf('tenantRestRequests')
  const customers = bucketsOf('customerRestRequests')
  const tenantRate = tenantRates?.join(',')
  const customerRate = customerRates?.join(',')
  const calls = causers.pending('tenantRestRequests')

  function reject(key: RestLimitKey, rate: string, { tenantId, userId }: Scope): never {
    rejections.count(tenantId, key, userId === NIL_UUID ? undefined : entityId('USER', userId))
    throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, rateRejection(key, rate))
  }

  return {
    consume(scope) {
      const { tenantId, customerId, userId } = scope
      if (tenantId === NIL_UUID) return
      // Visitors of public dashboards have no user.
      if (userId !== NIL_UUID) calls.add(tenantId, entityId('USER', userId), 1)
      if (customerRate && customerId !== NIL_UUID && !customers.tryAcquire(customerId, customerRate, 1, tenantId)) {
        reject('customerRestRequests', customerRate, scope)
      }
      if (tenantRate && !tenants.tryAcquire(tenantId, tenantRate, 1, tenantId)) {
        reject('tenantRestRequests', tenantRate, scope)
      }
    },
  }
}
