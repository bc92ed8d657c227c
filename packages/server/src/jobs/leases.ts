/** Which node of the server may run a job whose data all nodes share. */

export interface Leases {
  /**
   * Whether this node may run the job now. With several nodes over one store, at most one gets yes until it releases
   * the job or dies: the implementation keeps the lease alive while the node lives.
   */
  acquire(job: string): Promise<boolean>
  release(job: string): Promise<void>
}

/** For a server of one node, which holds every lease. */
export const singleNodeLeases: Leases = { acquire: async () => true, release: async () => {} }
