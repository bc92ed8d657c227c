/** Lock for writes of table settings to the account, shared by all pages of this browser. */

const lockName = 'sonde.tableViews'

/** Runs `work` while holding the lock, if the browser supports the Web Locks API. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager }
  return locks ? locks.request(lockName, work) : work()
}
