/** Functions of control widgets: the one place where they are called. */

import { knownFunction } from '@sonde/model/dashboards/known-functions'

/** The function is code of users, which control widgets don't run. */
export class UnsupportedFunction extends Error {}

/** Result of the function with this body for `value`. Rejects with `UnsupportedFunction`. */
export async function callFunction(body: string, value: unknown): Promise<unknown> {
  const known = knownFunction(body)
  if (!known) throw new UnsupportedFunction()
  return known(value)
}
