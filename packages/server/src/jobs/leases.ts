/** Leases determine which node may run a job on shared data. */

export interface Leases {
  /**
   * Returns whether this node may run the job now. If several nodes share a store, at most one gets true until it
   * releases the job or dies: the implementation renews the lease as long as the node lives.
   */
  acquire(job: string): Promise<boolean>
  release(job: string): Promise<void>
}

/** Leases of a single-node server, which always holds every lease. */
export const singleNodeLeases: Leases = { acquire: async () => true, release: async () => {} }
