/**
 * Storage format of saved table views. They are stored in the additional info of the user's account, which every role
 * can read and write, so that all devices of the user find them.
 *
 * A view consists of its table's search parameters: search, filters, sort order, page size and columns.
 */

import type { User } from '@sonde/client/users/user-calls'
import { additionalInfoOf } from '../entities/additional-info.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  /** Search parameters without the table's prefix. */
  readonly search: Readonly<Record<string, string>>
}

export interface TableViews {
  readonly views: readonly SavedView[]
  /** View that the table opens with; null: the layout as it was left. */
  readonly defaultId: string | null
}

/** Views by table name. */
export type StoredViews = Readonly<Record<string, TableViews>>

export const viewNameLengthMax = 60
/** Maximum views per table and in total: they are loaded with the account. */
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

/** Parses the stored views; invalid entries are ignored. */
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

/** Change of one table's views; it is applied again if the stored views changed concurrently. */
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

/** Additional info of the account with the views replaced. */
export const infoWithViews = (user: Pick<User, 'additionalInfo'>, views: StoredViews) => ({
  ...additionalInfoOf(user),
  [infoName]: views,
})

/** No more views can be saved. */
export const isFull = (stored: StoredViews, table: string): boolean =>
  viewsOfTable(stored, table).views.length >= viewsPerTableMax ||
  Object.values(stored).reduce((sum, { views }) => sum + views.length, 0) >= viewsMax

export type ViewNameError = 'nameRequired' | 'nameTooLong' | 'nameTaken'

/** `ownId`: id of the view being renamed. */
export function viewNameError(name: string, { views }: TableViews, ownId?: string): ViewNameError | undefined {
  const text = name.trim()
  if (text === '') return 'nameRequired'
  if (text.length > viewNameLengthMax) return 'nameTooLong'
  const isTaken = views.some((view) => view.id !== ownId && view.name.toLowerCase() === text.toLowerCase())
  return isTaken ? 'nameTaken' : undefined
}

const orderOf = (search: SavedView['search']) =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Saved view that equals the current search parameters. */
export const shownView = ({ views }: TableViews, search: SavedView['search']): SavedView | undefined =>
  views.find((view) => orderOf(view.search) === orderOf(search))
