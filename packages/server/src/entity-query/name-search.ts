/**
 * Text search of lists: by parts of names, labels and types, through the copies in memory.
 *
 * What few rows have is found through an index of their texts. What many have is one pass over all of them, and what it
 * found is remembered until something of the tenant's entities of the type changes.
 */

import type { EntityType } from '@sonde/model/ids'
import type { SortDirection } from '@sonde/model/paging'
import { foldCase } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityIndex, FoundNames, IndexedRow } from './entity-index.ts'
import type { EntityIndexes } from './entity-indexes.ts'
import type { NameIndex } from './name-index.ts'
import { pacedSort } from './paced-sort.ts'
import type { ResultCache } from './result-cache.ts'

/** Entities of a type whose names are kept: about 250 bytes each beside their copy. */
export const namedMax = 200_000
/** Rows that are looked at through the index; beyond, a pass over all is as good. */
const looksMax = 500
/** A list of so many has its names read before they are searched. */
const preparedMin = 10_000
/** Searches that are remembered of a copy, and rows of each, where a page does not need more. */
const rememberedMax = 16
const rememberedRows = 200
/** So many are sorted at once. */
const fewMax = 1000
/** Rows between two looks at the time. */
const rowsPerLook = 1024
/** A list that is only ever leafed through has its names read that often, ms. */
const preparedForMs = 30 * 60_000
/** Tenants and types of which that is remembered. */
const preparedMax = 1_000

export interface NameOrder {
  /** `text`: what is searched, without regard to case. */
  readonly by: 'createdTime' | 'name' | 'type' | 'label' | 'text'
  readonly direction: SortDirection
}

export interface NameQuestion {
  readonly tenantId: string
  readonly entityType: EntityType
  readonly text: string
  /** What these customers have is found, too: their titles have the text. */
  readonly owners: readonly string[]
  /** Only what is this customer's, of this type; null: any. */
  readonly narrowing: { readonly customerId: string | null; readonly type: string | null }
  readonly order: NameOrder
  readonly offset: number
  readonly limit: number
}

export interface NamesFound {
  /** In order. */
  readonly ids: readonly string[]
  readonly total: number
}

/** null: the store has to look, because the text stands for others or there are too many names. */
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

  /** Reads the names beside what else is going on, so that the first search need not. */
  function prepare(tenantId: string, entityType: EntityType, total: number): void {
    if (total < preparedMin) return
    const name = `${entityType} ${tenantId}`
    const nowMs = performance.now()
    if (nowMs - (preparedAt.get(name) ?? Number.NEGATIVE_INFINITY) < preparedForMs) return
    if (preparedAt.size >= preparedMax) preparedAt.delete(preparedAt.keys().next().value as string)
    preparedAt.set(name, nowMs)
    // The next search tries again, and gets the error.
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
  const compare = comparing(order, names)
  const few = question.owners.length === 0 ? names.find(text, looksMax) : null
  if (few) {
    const rows = few.filter(isMine).sort(compare)
    return { rows, total: rows.length }
  }
  const name = JSON.stringify([text, question.owners, narrowing, order])
  const existing = copy.found.get(name)
  if (existing?.changes === names.changes && existing.rows.length >= Math.min(offset + limit, existing.total))
    return existing
  const { changes } = names
  const owners = new Set(question.owners)
  const max = Math.max(offset + limit, rememberedRows)
  let rows: IndexedRow[] = []
  let total = 0
  let looked = 0
  for (const [row, texts] of names.entries()) {
    if (++looked % rowsPerLook === 0 && turns.isOver) await turns.next()
    if (!isMine(row) || !(texts.includes(text) || owners.has(row.customerId))) continue
    total++
    rows.push(row)
    if (max <= fewMax && rows.length === max * 2) rows = rows.sort(compare).slice(0, max)
  }
  rows = await pacedSort(rows, compare, max, turns)
  if (copy.found.size >= rememberedMax) copy.found.delete(copy.found.keys().next().value as string)
  copy.found.set(name, { changes, rows, total })
  return { rows, total }
}

/** As the store sorts: texts by code point, what has none before all others, equals by id; all of it in the direction. */
function comparing(
  { by, direction }: NameOrder,
  names: Pick<NameIndex<IndexedRow>, 'textOf'>,
): (a: IndexedRow, b: IndexedRow) => number {
  const sign = direction === 'DESC' ? -1 : 1
  const sorted = by === 'text' ? (row: IndexedRow) => names.textOf(row) : ({ fields }: IndexedRow) => fields[by]
  return (a, b) => sign * (compareValues(sorted(a), sorted(b)) || (a.entityId.id < b.entityId.id ? -1 : 1))
}

type Value = IndexedRow['fields'][string] | undefined

function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (a == null || b == null) return a == null ? (b == null ? 0 : -1) : 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}

/** By code point, where comparing units of UTF-16 would put surrogates before the last of the basic plane. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return placeOf(x) - placeOf(y)
  }
  return a.length - b.length
}

const placeOf = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)
