/**
 * What waits for the devices of a tenant because they do not read or acknowledge it, over all transports. Each connection
 * has a bound of its own, but a tenant has thousands of them.
 */

import { entityId } from '@sonde/model/ids'
import type { Limits } from '../limits/limits.ts'
import type { OriginatorLoad } from '../messages/originator-load.ts'
import { createShares } from '../turns/shares.ts'

/** Bytes for all tenants together. */
const bytesOfAll = 64 * 1024 * 1024

export interface DeviceBuffers {
  /** Counts so much more, or less, for a device. False, and nothing is counted, when it is more than its tenant may have. */
  hold(device: Pick<OriginatorLoad, 'id' | 'tenant'>, more: number): boolean
}

export function createDeviceBuffers(limits: Pick<Limits, 'of' | 'rejected' | 'measure'>): DeviceBuffers {
  const shares = createShares(bytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'deviceBuffers'),
    userPart: 1,
  })
  limits.measure('deviceBuffers', shares.used)
  return {
    hold({ id, tenant }, more) {
      const by = { tenantId: tenant.id, userId: id }
      if (more <= 0) {
        shares.give(by, -more)
        return true
      }
      if (shares.tryAcquire(by, more)) return true
      void limits.rejected(tenant.id, 'deviceBuffers', entityId('DEVICE', id))
      return false
    },
  }
}
