/** Visible field errors of a form with several parts: those of visited fields; all after an attempt to save. */

import { createContext, useContext, useState } from 'react'
import { afterPress } from '../../../ui/field/after-press.ts'
import type { ErrorMap } from './oauth2-input.ts'

export interface ShownErrors {
  readonly of: (path: string) => string | undefined
  /** True if there is a visible error below a path. */
  readonly isBelow: (path: string) => boolean
  readonly touch: (path: string) => void
}

const ErrorsContext = createContext<ShownErrors>({ of: () => undefined, isBelow: () => false, touch: () => {} })

export const ErrorsProvider = ErrorsContext.Provider
export const useFieldErrors = (): ShownErrors => useContext(ErrorsContext)

export function useErrors(fieldErrors: ErrorMap, showsAll: boolean): ShownErrors {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const of = (path: string) => (showsAll || touched.has(path) ? fieldErrors.get(path) : undefined)
  return {
    of,
    isBelow: (path) => [...fieldErrors.keys()].some((each) => each.startsWith(`${path}/`) && of(each) !== undefined),
    touch: (path) => afterPress(() => setTouched((now) => new Set([...now, path]))),
  }
}
