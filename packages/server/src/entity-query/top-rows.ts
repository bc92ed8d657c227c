/**
 * Selects the first rows of many in a given order. For a small `max`, the retained rows are sorted and cut to `max`
 * whenever there are twice as many, and rows that sort after the last of them are dropped. For a larger `max`, as for a
 * late page, all rows are sorted in time slices.
 */

import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { numberOfValue } from '@sonde/model/telemetry/payload'
import { type TypedValue, ValueType } from '@sonde/model/telemetry/values'
import { compareCodePoints, sortKey } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityRow } from './entity-query-store.ts'
import { pacedSort } from './paced-sort.ts'

export interface RowOrder<R> {
  readonly reader: (row: R) => TypedValue | undefined
  readonly direction: 'ASC' | 'DESC'
  /** The values are fields, whose text is never a number. */
  readonly isField: boolean
}

/** Order by the values of a key. */
export const rowOrderOf = <R>(
  { key, direction }: { readonly key: EntityKey; readonly direction: 'ASC' | 'DESC' },
  readerOf: (key: EntityKey) => RowOrder<R>['reader'],
): RowOrder<R> => ({ reader: readerOf(key), direction, isField: key.type === 'ENTITY_FIELD' })

interface Placed<R> {
  readonly row: R
  readonly rank: number
  readonly value: number | string
}

const missingRank = 2
/** Largest `max` for which rows are sorted and cut while they are added. */
const fewMax = 1000

/** Sort order: numbers and booleans, then texts, ties by ID. Rows without a value come last in either direction. */
export function createTopRows<R extends Pick<EntityRow, 'entityId'>>(
  { reader, direction, isField }: RowOrder<R>,
  max: number,
  turns: Pick<Turns, 'isOver' | 'next'>,
) {
  const sign = direction === 'DESC' ? -1 : 1
  let retained: Placed<R>[] = []
  let last: Placed<R> | null = null

  function compare(a: Placed<R>, rank: number, value: number | string, id: string): number {
    if (a.rank !== rank) return a.rank === missingRank || rank === missingRank ? a.rank - rank : sign * (a.rank - rank)
    const order = compareValues(a.value, value)
    if (order !== 0) return sign * order
    const own = a.row.entityId.id
    return own === id ? 0 : own < id ? -sign : sign
  }

  function cut() {
    retained.sort((a, b) => compare(a, b.rank, b.value, b.row.entityId.id))
    if (retained.length > max) retained = retained.slice(0, max)
    last = retained.length === max ? (retained[max - 1] ?? null) : null
  }

  return {
    /** Whether `row` sorts before `other`. */
    isBefore(row: R, other: R): boolean {
      const { rank, value } = placeOf(reader(row), isField)
      return compare({ row: other, ...placeOf(reader(other), isField) }, rank, value, row.entityId.id) > 0
    },
    add(row: R) {
      const { rank, value } = placeOf(reader(row), isField)
      if (last !== null && compare(last, rank, value, row.entityId.id) <= 0) return
      retained.push({ row, rank, value })
      if (max <= fewMax && retained.length >= max * 2 && retained.length > 64) cut()
    },
    /** In order, at most `max`. */
    async rows(): Promise<R[]> {
      const sorted = await pacedSort(retained, (a, b) => compare(a, b.rank, b.value, b.row.entityId.id), max, turns)
      return sorted.map(({ row }) => row)
    },
  }
}

function placeOf(found: TypedValue | undefined, isField: boolean): Pick<Placed<unknown>, 'rank' | 'value'> {
  if (found === undefined) return { rank: missingRank, value: '' }
  if (found.type === ValueType.BOOLEAN) return { rank: 0, value: Number(found.value) }
  const number = isField && found.type === ValueType.STRING ? null : numberOfValue(found)
  return number === null ? { rank: 1, value: sortKey(String(found.value)) } : { rank: 0, value: number }
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  return a === b ? 0 : a < b ? -1 : 1
}
