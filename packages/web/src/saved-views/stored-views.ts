/**
 * Saved views of tables, as they are stored: in the additional information of the user's own account, which every role may
 * read and write, so that they are found on every machine.
 *
 * A view is the address of its table: search, filters, order, page size and columns.
 */

import type { User } from '@sonde/client/users/user-calls'
import { additionalInfoOf } from '../entities/additional-info.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  /** Parameters of the address, without the table's prefix. */
  readonly search: Readonly<Record<string, string>>
}

export interface TableViews {
  readonly views: readonly SavedView[]
  /** The view that the table opens with; null: as it was left. */
  readonly defaultId: string | null
}

/** By the table's name. */
export type StoredViews = Readonly<Record<string, TableViews>>

export const viewNameLengthMax = 60
/** Views of one table, and of all: they are sent with the account. */
const viewsPerTableMax = 20
const viewsMax = 100

const infoName = 'tableViews'
const noViews: TableViews = { views: [], defaultId: null }

type Json = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

function viewOf(value: unknown): SavedView[] {
  const { id, name, search } = objectOf(value)
  if (typeof id !== 'string' || typeof name !== 'string' || name === '') return []
  const given = Object.entries(objectOf(search)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return [{ id, name, search: Object.fromEntries(given) }]
}

/** Whatever is stored that is no view counts as none. */
export function storedViewsOf(user: Pick<User, 'additionalInfo'> | null): StoredViews {
  const tables = user ? objectOf(additionalInfoOf(user)[infoName]) : {}
  return Object.fromEntries(
    Object.entries(tables).map(([table, value]) => {
      const { views, defaultId } = objectOf(value)
      const known = Array.isArray(views) ? views.flatMap(viewOf) : []
      return [table, { views: known, defaultId: known.find(({ id }) => id === defaultId)?.id ?? null }]
    }),
  )
}

export const viewsOfTable = (stored: StoredViews, table: string): TableViews => stored[table] ?? noViews

/** One change of one table's views; made again over what others stored meanwhile. */
export type ViewChange =
  | { readonly kind: 'put'; readonly view: SavedView }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'default'; readonly id: string | null }

export function applyChange({ views, defaultId }: TableViews, change: ViewChange): TableViews {
  switch (change.kind) {
    case 'put': {
      const { view } = change
      const isKnown = views.some(({ id }) => id === view.id)
      return { views: isKnown ? views.map((one) => (one.id === view.id ? view : one)) : [...views, view], defaultId }
    }
    case 'remove':
      return {
        views: views.filter(({ id }) => id !== change.id),
        defaultId: defaultId === change.id ? null : defaultId,
      }
    case 'default':
      return { views, defaultId: change.id }
  }
}

export const withViews = (stored: StoredViews, table: string, views: TableViews): StoredViews => {
  const { [table]: _, ...others } = stored
  return views.views.length === 0 ? others : { ...others, [table]: views }
}

/** The account's additional information with other views in it. */
export const infoWithViews = (user: Pick<User, 'additionalInfo'>, views: StoredViews) => ({
  ...additionalInfoOf(user),
  [infoName]: views,
})

/** No further view has room. */
export const isFull = (stored: StoredViews, table: string): boolean =>
  viewsOfTable(stored, table).views.length >= viewsPerTableMax ||
  Object.values(stored).reduce((sum, { views }) => sum + views.length, 0) >= viewsMax

export type ViewNameError = 'nameRequired' | 'nameTooLong' | 'nameTaken'

/** `ownId`: of the view that is renamed. */
export function viewNameError(name: string, { views }: TableViews, ownId?: string): ViewNameError | undefined {
  const text = name.trim()
  if (text === '') return 'nameRequired'
  if (text.length > viewNameLengthMax) return 'nameTooLong'
  const isTaken = views.some((view) => view.id !== ownId && view.name.toLowerCase() === text.toLowerCase())
  return isTaken ? 'nameTaken' : undefined
}

const orderOf = (search: SavedView['search']) =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The view that shows what the address shows. */
export const shownView = ({ views }: TableViews, search: SavedView['search']): SavedView | undefined =>
  views.find((view) => orderOf(view.search) === orderOf(search))
