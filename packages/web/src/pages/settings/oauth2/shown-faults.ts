/** Field errors to show in a form of several parts: of visited fields, and all after an attempt to save. */

import { createContext, useContext, useState } from 'react'
import { afterPress } from '../../../ui/field/after-press.ts'
import type { FaultMap } from './oauth2-input.ts'

export interface ShownFaults {
  readonly of: (path: string) => string | undefined
  /** Something below a path is wrong, and shown to be. */
  readonly isBelow: (path: string) => boolean
  readonly touch: (path: string) => void
}

const FaultsContext = createContext<ShownFaults>({ of: () => undefined, isBelow: () => false, touch: () => {} })

export const FaultsProvider = FaultsContext.Provider
export const useFieldErrors = (): ShownFaults => useContext(FaultsContext)

export function useFaults(faults: FaultMap, showsAll: boolean): ShownFaults {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const of = (path: string) => (showsAll || touched.has(path) ? faults.get(path) : undefined)
  return {
    of,
    isBelow: (path) => [...faults.keys()].some((each) => each.startsWith(`${path}/`) && of(each) !== undefined),
    touch: (path) => afterPress(() => setTouched((now) => new Set([...now, path]))),
  }
}
