/**
 * Determines which validation errors of a draft are visible: those of fields that were left, and all after an attempt
 * to submit.
 */

import { useState } from 'react'
import { afterPress } from '../ui/field/after-press.ts'

export type FieldErrors<Draft> = { readonly [Field in keyof Draft]?: string | undefined }

export interface ShownErrors<Draft, F> {
  readonly fieldErrors: Partial<F>
  /** Marks fields as left: their errors become visible. */
  readonly touch: (...fields: readonly (keyof Draft)[]) => void
  /** Makes all errors visible; returns true if there are none. */
  readonly check: () => boolean
  /** Hides all errors until fields are left again. */
  readonly forget: () => void
}

/** @param all Validation errors of the current draft. */
export function useFieldErrors<Draft extends object, F extends FieldErrors<Draft>>(all: F): ShownErrors<Draft, F> {
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set())
  return {
    fieldErrors: Object.fromEntries(
      Object.entries(all).filter(([field]) => touched === 'all' || touched.has(field as keyof Draft)),
    ) as Partial<F>,
    touch: (...fields) => afterPress(() => setTouched((now) => (now === 'all' ? now : new Set([...now, ...fields])))),
    check() {
      setTouched('all')
      return !Object.values(all).some(Boolean)
    },
    forget: () => setTouched(new Set()),
  }
}
