/** Pages of one browser write what an account keeps of tables one after the other. */

const lockName = 'sonde.tableViews'

/** In turn with other pages of this browser, where it knows turns. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager }
  return locks ? locks.request(lockName, work) : work()
}
