/** Permission checks of subscriptions, repeated when the rights of their user may have changed. */

/** Whether the check passed. A check that fails for any reason counts as access revoked: nothing more is sent. */
export async function isAllowed(check: Promise<unknown>): Promise<boolean> {
  try {
    await check
    return true
  } catch {
    return false
  }
}
