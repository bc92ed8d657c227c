/** Matches rows against a query's key filters and text search, and searches an in-memory copy. */

import type { EntityKey, KeyFilter } from '@sonde/model/entity-query/entity-query'
import { type PredicateTest, predicateTest, type ResolveDynamic } from '@sonde/model/entity-query/key-filters'
import { attributeScopes, valueText } from '@sonde/model/telemetry/values'
import { readableRows } from '../access/readable-rows.ts'
import type { VisitorView } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityIndex, IndexedRow } from './entity-index.ts'
import type { RequestedColumn } from './entity-indexes.ts'
import type { EntityRow } from './entity-query-store.ts'
import type { Selection } from './entity-selection.ts'
import { attributeScopeOf, fieldValue, type KnownValue, seenBy } from './entity-values.ts'
import { type TextMemory, type TextOf, textMatch } from './text-match.ts'
import { createTopRows, rowOrderOf } from './top-rows.ts'

type ValueOf<R> = (row: R) => KnownValue | undefined

export interface RowQuestion<R extends EntityRow = EntityRow> {
  readonly filters: readonly KeyFilter[]
  readonly search: { readonly text: string; readonly keys: readonly EntityKey[] } | null
  readonly resolve: ResolveDynamic
  readonly reader: (key: EntityKey) => ValueOf<R>
  /** Restricted view of the caller: fields must be read through `reader`. null: no restriction. */
  readonly view: VisitorView | null
  readonly memory?: TextMemory<R>
}

/** Whether a row passes all key filters and the search. */
export function rowMatcher<R extends EntityRow>({ filters, search, resolve, reader, view, memory }: RowQuestion<R>) {
  const tests = filters.map(({ key, predicate }): ((row: R) => boolean) => {
    const test: PredicateTest = predicateTest(predicate, resolve)
    const read = reader(key)
    if (key.type !== 'ENTITY_FIELD' || key.key === 'entityType') return (row) => test(read(row))
    // A filter on a field that the entity type doesn't have is ignored.
    return (row) => !Object.hasOwn(row.fields, key.key) || test(read(row))
  })
  const matches = textMatch<R>(
    search?.text,
    (search?.keys ?? []).map((key) => textOf(key, reader(key), view !== null)),
    memory,
  )
  const isShown = view?.isShown
  return (row: R): boolean => {
    if (isShown && !isShown(row)) return false
    for (const test of tests) if (!test(row)) return false
    return matches === null || matches(row)
  }
}

function textOf<R extends EntityRow>({ type, key }: EntityKey, read: ValueOf<R>, isNarrowed: boolean): TextOf<R> {
  if (type !== 'ENTITY_FIELD' || key === 'entityType' || isNarrowed) {
    return (row) => {
      const value = read(row)
      return value ? valueText(value) : ''
    }
  }
  return ({ fields }) => {
    const value = Object.hasOwn(fields, key) ? fields[key] : null
    return typeof value === 'string' ? value : value == null ? '' : String(value)
  }
}

export interface CopyQuestion {
  readonly columns: readonly RequestedColumn[]
  readonly filters: readonly KeyFilter[]
  readonly search: RowQuestion['search']
  readonly sort: { readonly key: EntityKey; readonly direction: 'ASC' | 'DESC' }
  readonly view: VisitorView | null
  readonly resolve: ResolveDynamic
  readonly isSelected: (row: IndexedRow) => boolean
}

/**
 * Translates a query for an in-memory copy: required columns, and which rows the caller and the entity filter allow.
 */
export function copyQuestion(
  scope: Scope,
  { table, narrowing: { type, namePrefix } }: Pick<Selection, 'table' | 'narrowing'>,
  { filters, search, sort, view }: Pick<CopyQuestion, 'filters' | 'search' | 'sort' | 'view'>,
  resolve: ResolveDynamic,
): CopyQuestion {
  const columns = new Map<string, RequestedColumn>()
  for (const { type: keyType, key } of [...filters.map((filter) => filter.key), ...(search?.keys ?? []), sort.key]) {
    for (const attributeScope of columnScopes(keyType))
      columns.set(`${attributeScope} ${key}`, { scope: attributeScope, key })
  }
  const rows = readableRows(scope, table.entityType)
  const prefix = namePrefix?.toLowerCase()
  return {
    columns: [...columns.values()],
    filters,
    search,
    sort,
    view,
    resolve,
    isSelected: (row) =>
      (rows.has('all') || (rows.has('customer') && row.customerId === scope.customerId)) &&
      (type === undefined || row.fields.type === type) &&
      (prefix === undefined || String(row.fields.name).toLowerCase().startsWith(prefix)),
  }
}

/** Scopes of the columns for a key type. `ATTRIBUTE` covers all attribute scopes. */
function columnScopes(type: EntityKey['type']): readonly RequestedColumn['scope'][] {
  if (type === 'TIME_SERIES') return [null]
  const scope = attributeScopeOf(type)
  return scope === undefined ? [] : scope === null ? attributeScopes : [scope]
}

/** Values examined between two checks of the time slice: one per row, filter and searched key. */
const looksPerLook = 2048

export interface SearchedPage {
  readonly nowMs: number
  readonly offset: number
  readonly limit: number
}

/** Searches a copy in one pass. Only rows up to the end of the page are retained and sorted. */
export async function searchCopy(
  copy: EntityIndex,
  { filters, search, sort, view, resolve, isSelected }: CopyQuestion,
  { nowMs, offset, limit }: SearchedPage,
  turns: Pick<Turns, 'isOver' | 'next'>,
): Promise<{ rows: readonly IndexedRow[]; total: number }> {
  const reader = (key: EntityKey): ValueOf<IndexedRow> => {
    const read = readerOf(copy, key, nowMs)
    if (!view) return read
    const seen = seenBy(view, (row) => read(row as IndexedRow))
    return (row) => seen(row, key)
  }
  // The text cached in a row is shared by all callers, so a restricted view must not use it.
  const memory = view ? {} : { memory: memoryOf(search?.keys ?? []) }
  const matches = rowMatcher<IndexedRow>({ filters, search, resolve, reader, view, ...memory })
  const first = createTopRows<IndexedRow>(rowOrderOf(sort, reader), offset + limit, turns)
  let total = 0
  const rowsPerLook = Math.ceil(looksPerLook / (1 + filters.length + (search?.keys.length ?? 0)))
  const { rows } = copy
  const isBackwards = rows.length > 1 && first.isBefore(rows[rows.length - 1] as IndexedRow, rows[0] as IndexedRow)
  for (let at = 0; at < rows.length; at++) {
    // If the last row sorts before the first, a backward pass can skip most of the other rows.
    const row = rows[isBackwards ? rows.length - 1 - at : at] as IndexedRow
    if (at % rowsPerLook === 0 && turns.isOver) await turns.next()
    if (!isSelected(row) || !matches(row)) continue
    total++
    if (limit > 0) first.add(row)
  }
  return { rows: limit > 0 ? (await first.rows()).slice(offset) : [], total }
}

/** Text cache in the rows. A row holds the text of the last search; a search by other keys rebuilds it. */
function memoryOf(keys: readonly EntityKey[]): TextMemory<IndexedRow> {
  const by = JSON.stringify(keys.map(({ type, key }) => [type, key]))
  return {
    find: ({ searched }) => (searched?.by === by ? searched.text : null),
    keep(row, text) {
      row.searched = { by, text }
    },
  }
}

function readerOf(copy: EntityIndex, { type, key }: EntityKey, nowMs: number): ValueOf<IndexedRow> {
  if (type === 'ENTITY_FIELD') return (row) => fieldValue(row, key, nowMs)
  const columns = columnScopes(type).map((scope) => copy.columnAt(scope, key))
  const [first, ...others] = columns.filter((at) => at !== undefined)
  if (first === undefined) return () => undefined
  if (others.length === 0) return (row) => row.values[first]
  // The newest value of all scopes wins.
  return (row) => {
    let found = row.values[first]
    for (const at of others) {
      const value = row.values[at]
      if (value && (!found || value.ts > found.ts)) found = value
    }
    return found
  }
}
