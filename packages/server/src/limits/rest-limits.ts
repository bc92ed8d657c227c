/** How often the users of a tenant and of a customer may call (pages.md §22.4); off unless the operator says otherwise. */

import { DomainError, ErrorCode } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { createBucketMap } from './token-buckets.ts'

/** Tenants and customers whose rates are kept. */
const callersMax = 100_000

export interface RestLimitParts {
  /** `SONDE_TENANT_REST_LIMIT` and `SONDE_CUSTOMER_REST_LIMIT`; null: any number. */
  readonly tenantRates: readonly string[] | null
  readonly customerRates: readonly string[] | null
  readonly clock: Clock
}

export interface RestLimits {
  /** Counts a call. Throws 429 when it is one too many; the system administrator is never held up. */
  admit(scope: Scope): void
}

const tooMany = (whose: string) =>
  new DomainError(ErrorCode.TOO_MANY_REQUESTS, `The ${whose} calls too often; try again in a moment.`)

export function createRestLimits({ tenantRates, customerRates, clock }: RestLimitParts): RestLimits {
  const tenants = createBucketMap(clock, callersMax)
  const customers = createBucketMap(clock, callersMax)
  const tenantRate = tenantRates?.join(',')
  const customerRate = customerRates?.join(',')
  return {
    admit({ tenantId, customerId }) {
      if (tenantId === NIL_UUID) return
      if (customerRate && customerId !== NIL_UUID && !customers.take(customerId, customerRate, 1)) {
        throw tooMany('customer')
      }
      if (tenantRate && !tenants.take(tenantId, tenantRate, 1)) throw tooMany('tenant')
    },
  }
}
