/**
 * Text search of lists: finds parts of names, labels and types in the in-memory copies.
 *
 * A text that few rows contain is found through an index. For other texts, one pass examines all rows, and the result
 * is cached until the tenant's entities of the type change.
 */

import type { EntityType } from '@sonde/model/ids'
import type { SortDirection } from '@sonde/model/paging'
import { compareCodePoints, foldCase, sortKey } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityIndex, FoundNames, IndexedRow } from './entity-index.ts'
import type { EntityIndexes } from './entity-indexes.ts'
import type { NameIndex } from './name-index.ts'
import { pacedSort } from './paced-sort.ts'
import type { ResultCache } from './result-cache.ts'

/** Maximum entities of a type in a name index, about 250 bytes each in addition to their copy. */
export const namedMax = 200_000
/** Maximum rows examined through the index; above that, a pass over all rows is as fast. */
const looksMax = 500
/** Minimum length of a list whose names are read before the first search. */
const preparedMin = 10_000
/** Maximum cached searches per copy, and rows cached per search unless the page needs more. */
const rememberedMax = 16
const rememberedRows = 200
/** Largest page end for which rows are sorted and cut during the pass. */
const fewMax = 1000
/** Rows processed between two checks of the time slice. */
const rowsPerLook = 1024
/** Minimum interval between two preparations of the same list, ms. */
const preparedForMs = 30 * 60_000
/** Maximum remembered preparations, one per tenant and type. */
const preparedMax = 1_000

export interface NameOrder {
  /** `text`: the searched text, case-folded. */
  readonly by: 'createdTime' | 'name' | 'type' | 'label' | 'text'
  readonly direction: SortDirection
}

export interface NameQuestion {
  readonly tenantId: string
  readonly entityType: EntityType
  readonly text: string
  /** Customers whose title contains the text: their entities match too. */
  readonly owners: readonly string[]
  /** Restricts the search to a customer and to a type; null: any. */
  readonly narrowing: { readonly customerId: string | null; readonly type: string | null }
  readonly order: NameOrder
  readonly offset: number
  readonly limit: number
}

export interface NamesFound {
  /** In the requested order. */
  readonly ids: readonly string[]
  readonly total: number
}

/** null: SQL must search, because the text contains the wildcard `%` or there are too many names. */
export type NameSearch = (question: NameQuestion) => Promise<NamesFound | null>

export interface NameSearchDeps {
  readonly copies: Pick<EntityIndexes, 'look'>
  readonly counts: ResultCache<number>
  readonly countAll: (tenantId: string, entityType: EntityType) => Promise<number>
  readonly turns: Pick<Turns, 'isOver' | 'next'>
}

export function createNameSearch({ copies, counts, countAll, turns }: NameSearchDeps) {
  const preparedAt = new Map<string, number>()

  const areNamed = async (tenantId: string, entityType: EntityType) =>
    (await counts.of(entityType, tenantId, 'all', () => countAll(tenantId, entityType))) <= namedMax

  const search: NameSearch = async (question) => {
    const { tenantId, entityType, offset, limit } = question
    const text = foldCase(question.text)
    if (text.includes('%') || !(await areNamed(tenantId, entityType))) return null
    return copies.look(tenantId, entityType, [], [], async (copy) => {
      const { rows, total } = await found(copy, text, question, turns)
      return { ids: rows.slice(offset, offset + limit).map(({ entityId }) => entityId.id), total }
    })
  }

  async function readNames(tenantId: string, entityType: EntityType) {
    if (await areNamed(tenantId, entityType)) await copies.look(tenantId, entityType, [], [], (copy) => copy.names())
  }

  /** Reads the names in the background, so that the first search doesn't wait for them. */
  function prepare(tenantId: string, entityType: EntityType, total: number): void {
    if (total < preparedMin) return
    const name = `${entityType} ${tenantId}`
    const nowMs = performance.now()
    if (nowMs - (preparedAt.get(name) ?? Number.NEGATIVE_INFINITY) < preparedForMs) return
    if (preparedAt.size >= preparedMax) preparedAt.delete(preparedAt.keys().next().value as string)
    preparedAt.set(name, nowMs)
    // Ignored: the next search reads the names again and reports the error.
    readNames(tenantId, entityType).catch(() => preparedAt.delete(name))
  }

  return { search, prepare }
}

async function found(
  copy: EntityIndex,
  text: string,
  question: NameQuestion,
  turns: NameSearchDeps['turns'],
): Promise<Omit<FoundNames, 'changes'>> {
  const { narrowing, order, offset, limit } = question
  const names = await copy.names()
  const isMine = ({ customerId, fields }: IndexedRow) =>
    (narrowing.customerId === null || customerId === narrowing.customerId) &&
    (narrowing.type === null || fields.type === narrowing.type)
  const placed = placing(order, names)
  const compare = comparing(order)
  const few = question.owners.length === 0 ? names.find(text, looksMax) : null
  if (few) {
    const sorted = few.filter(isMine).map(placed).sort(compare)
    return { rows: rowsOf(sorted), total: sorted.length }
  }
  const name = JSON.stringify([text, question.owners, narrowing, order])
  const existing = copy.found.get(name)
  if (existing?.changes === names.changes && existing.rows.length >= Math.min(offset + limit, existing.total))
    return existing
  const { changes } = names
  const owners = new Set(question.owners)
  const max = Math.max(offset + limit, rememberedRows)
  let first: Placed[] = []
  let total = 0
  let looked = 0
  for (const [row, texts] of names.entries()) {
    if (++looked % rowsPerLook === 0 && turns.isOver) await turns.next()
    if (!isMine(row) || !(texts.includes(text) || owners.has(row.customerId))) continue
    total++
    first.push(placed(row))
    if (max <= fewMax && first.length === max * 2) first = first.sort(compare).slice(0, max)
  }
  const rows = rowsOf(await pacedSort(first, compare, max, turns))
  if (copy.found.size >= rememberedMax) copy.found.delete(copy.found.keys().next().value as string)
  copy.found.set(name, { changes, rows, total })
  return { rows, total }
}

/** A row with the value by which it's sorted. */
interface Placed {
  readonly row: IndexedRow
  readonly value: IndexedRow['fields'][string] | undefined
}

function placing({ by }: NameOrder, names: Pick<NameIndex<IndexedRow>, 'textOf'>): (row: IndexedRow) => Placed {
  return (row) => {
    const value = by === 'text' ? names.textOf(row) : row.fields[by]
    return { row, value: typeof value === 'string' ? sortKey(value) : value }
  }
}

const rowsOf = (sorted: readonly Placed[]): IndexedRow[] => sorted.map(({ row }) => row)

/** Sorts like SQL: missing values first, ties by ID; DESC reverses all of it. */
function comparing({ direction }: NameOrder): (a: Placed, b: Placed) => number {
  const sign = direction === 'DESC' ? -1 : 1
  return (a, b) => sign * (compareValues(a.value, b.value) || (a.row.entityId.id < b.row.entityId.id ? -1 : 1))
}

function compareValues(a: Placed['value'], b: Placed['value']): number {
  if (a === b) return 0
  if (a == null || b == null) return a == null ? (b == null ? 0 : -1) : 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}
