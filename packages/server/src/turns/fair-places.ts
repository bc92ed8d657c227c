/**
 * Slots for operations with limited concurrency: a tenant may have a fixed number of slots, or a part of those not used
 * by others. Waiting operations are admitted round-robin over the tenants.
 */

export interface FairPlaces {
  /** Resolves when a slot is free, with the function that releases it. */
  enter(tenantId: string): Promise<() => void>
  readonly inside: number
  readonly waiting: number
}

interface Tenant {
  inside: number
  readonly waiting: (() => void)[]
}

/** A number of slots, or a part of those not used by other tenants, which leaves slots for the next tenant. */
export type PlacesOfTenant = number | { readonly part: number }

export function createFairPlaces(places: number, ofTenant: PlacesOfTenant): FairPlaces {
  /** In round-robin order. */
  const tenants = new Map<string, Tenant>()
  let inside = 0
  let waiting = 0

  const isFull = (tenant: Tenant) =>
    inside >= places ||
    tenant.inside >=
      (typeof ofTenant === 'number' ? ofTenant : Math.ceil((places - (inside - tenant.inside)) * ofTenant.part))

  function begin(tenantId: string, tenant: Tenant): () => void {
    tenant.inside++
    inside++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      tenant.inside--
      inside--
      if (tenant.inside === 0 && tenant.waiting.length === 0) tenants.delete(tenantId)
      letIn()
    }
  }

  function letIn() {
    for (const [id, tenant] of tenants) {
      if (isFull(tenant)) continue
      const next = tenant.waiting.shift()
      if (!next) continue
      waiting--
      // Moves the tenant to the end.
      tenants.delete(id)
      tenants.set(id, tenant)
      next()
      return letIn()
    }
  }

  return {
    async enter(tenantId) {
      const tenant = tenants.get(tenantId) ?? { inside: 0, waiting: [] }
      tenants.set(tenantId, tenant)
      if (!isFull(tenant) && tenant.waiting.length === 0) return begin(tenantId, tenant)
      waiting++
      return new Promise((resolve) => {
        tenant.waiting.push(() => resolve(begin(tenantId, tenant)))
      })
    },
    get inside() {
      return inside
    },
    get waiting() {
      return waiting
    },
  }
}
