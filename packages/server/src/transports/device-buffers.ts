/**
 * Counts the bytes buffered for the devices of a tenant that don't read or acknowledge them, over all transports. Each
 * connection has its own limit, but a tenant may have thousands of connections.
 */

import { entityId } from '@sonde/model/ids'
import type { Limits } from '../limits/limits.ts'
import type { OriginatorLoad } from '../messages/originator-load.ts'
import { createShares } from '../turns/shares.ts'

/** Maximum bytes of all tenants together. */
const bytesOfAll = 64 * 1024 * 1024

export interface DeviceBuffers {
  /**
   * Adds `more` bytes, which may be negative, to a device's count. Returns false, without counting, when the tenant's
   * limit would be exceeded.
   */
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
