/**
 * Validation errors inside a part of a form that is a list or a tree, such as alarm rules. Each field has a path and
 * shows its error after it lost the focus once, or after an attempt to save.
 */

import './field-places.css'
import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { afterPress } from './after-press.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Error texts by field path, such as `s0.mappings.n3.oid`. */
export type PlaceErrors = Readonly<Record<string, string | undefined>>

/** First error of the part, used as the error of the part as a whole. */
export const firstError = (fieldErrors: PlaceErrors): string | undefined => Object.values(fieldErrors).find(Boolean)

/** Dots separate path segments; slashes separate those of LwM2M objects. */
const isWithin = (place: string, path: string): boolean =>
  place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}/`)

/** Errors of a part with `path` prepended to their paths. */
export const errorsBelow = (path: string, fieldErrors: PlaceErrors): PlaceErrors =>
  Object.fromEntries(Object.entries(fieldErrors).map(([place, fieldError]) => [`${path}.${place}`, fieldError]))

interface PlacesState {
  readonly errorAt: (path: string) => string | undefined
  /** Whether the path or a path below it has a visible error. */
  readonly hasErrorBelow: (path: string) => boolean
  readonly leave: (path: string) => void
}

const PlacesContext = createContext<PlacesState>({
  errorAt: () => undefined,
  hasErrorBelow: () => false,
  leave: () => {},
})

interface PlacesProps {
  readonly fieldErrors: PlaceErrors
  /** Shows all errors, after an attempt to save. */
  readonly showsAll: boolean
  readonly children: ReactNode
}

export function Places({ fieldErrors, showsAll, children }: PlacesProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const state = useMemo((): PlacesState => {
    const errorAt = (path: string) => (showsAll || left.has(path) ? fieldErrors[path] : undefined)
    return {
      errorAt,
      hasErrorBelow: (path) => Object.keys(fieldErrors).some((place) => isWithin(place, path) && errorAt(place)),
      leave: (path) => afterPress(() => setLeft((now) => new Set([...now, path]))),
    }
  }, [fieldErrors, showsAll, left])
  return <PlacesContext value={state}>{children}</PlacesContext>
}

/** Error and blur handler of the field at the path. */
export function useFieldPath(path: string): { readonly error: string | undefined; readonly onBlur: () => void } {
  const { errorAt, leave } = useContext(PlacesContext)
  return { error: errorAt(path), onBlur: () => leave(path) }
}

export const useHasError = (path: string): boolean => useContext(PlacesContext).hasErrorBelow(path)

export function PlacedText({ at, ...field }: TextFieldProps & { readonly at: string }) {
  return <TextField autoComplete="off" {...field} {...useFieldPath(at)} />
}

/** Error of a list as a whole. */
export function PlaceNote({ error }: { error: string | undefined }) {
  if (!error) return null
  return (
    <p className="sd-field-note" data-error role="alert">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden />
      {error}
    </p>
  )
}

let added = 0

/** Key of a new list item; stored items have their index instead. */
export const newKey = (): string => `n${++added}`
export const storedKey = (index: number): string => `s${index}`

/** List with one item changed. */
export const withItem = <T extends { readonly key: string }>(list: readonly T[], item: T): readonly T[] =>
  list.map((one) => (one.key === item.key ? item : one))

export const withoutItem = <T extends { readonly key: string }>(list: readonly T[], key: string): readonly T[] =>
  list.filter((one) => one.key !== key)
