/** In-memory copy of a tenant's entities of one type: rows, columns of requested values, and an index of names. */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { foldCase } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import type { OwnedRow } from './entity-query-store.ts'
import type { KnownValue } from './entity-values.ts'
import type { IndexedTable } from './indexed-tables.ts'
import { NameIndex } from './name-index.ts'

/** Estimated bytes: of a row besides its texts, with its search data; of a row's cell in a column; of a value. */
const rowBytes = 500
const cellBytes = 8
const valueBytes = 72

export interface IndexedRow {
  readonly entityId: EntityId
  customerId: string
  fields: OwnedRow['fields']
  /** Values by column position (`Column.at`); undefined in every row until the column is read. */
  readonly values: (KnownValue | undefined)[]
  /** Text that the last search examined and the keys it was built from; null after a field or value changed. */
  searched: { readonly by: string; readonly text: string } | null
}

/** Column of values: a time series key, or an attribute key of one scope. */
export interface Column {
  readonly scope: AttributeScope | null
  readonly key: string
  readonly at: number
  usedAt: number
  /** Whether any row ever had a value in it. */
  hasValues: boolean
}

/** Cached result of a name search: the first rows in order, and the number of matches. */
export interface FoundNames {
  readonly changes: number
  readonly rows: readonly IndexedRow[]
  readonly total: number
}

export interface EntityIndex {
  /** Current rows. Rows of the first read are in slice order, later ones follow. */
  readonly rows: readonly IndexedRow[]
  /** Position of a column in `IndexedRow.values`; undefined when no row has a value. Only for requested columns. */
  columnAt(scope: AttributeScope | null, key: string): number | undefined
  /** Index of the rows by name, built on first use. */
  names(): Promise<NameIndex<IndexedRow>>
  /** Cached results of name searches. */
  readonly found: Map<string, FoundNames>
}

export const columnName = (scope: AttributeScope | null, key: string) => `${scope ?? ''} ${key}`

/** Maximum interned texts. */
const sharedTextsMax = 1000

const textBytesOf = (value: KnownValue | undefined): number =>
  typeof value?.value === 'string' ? value.value.length : 0

function fieldBytesOf(fields: IndexedRow['fields']): number {
  let bytes = 0
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string') bytes += value.length
  }
  return bytes
}

/** Searched fields of a row, case-folded and joined by NUL, which occurs in no text. */
const textOf = ({ searched }: IndexedTable, fields: IndexedRow['fields']): string =>
  foldCase(searched.map((field) => fields[field] ?? '').join('\0'))

/** Rows processed between two checks of the time slice. */
const rowsPerLook = 256

export class Copy implements EntityIndex {
  readonly table: IndexedTable
  readonly tenantId: string
  readonly #turns: Pick<Turns, 'isOver' | 'next'>
  readonly #texts = new Map<string, string>()
  #textBytes = 0
  /** Number of values. */
  #values = 0
  readonly #byId = new Map<string, IndexedRow>()
  /** Cached list of rows; null after a row was added or removed. */
  #rows: readonly IndexedRow[] | null = null
  readonly columns = new Map<string, Column>()
  readonly found = new Map<string, FoundNames>()
  /** Fields held in memory; others are read for the response. */
  fields: readonly string[]
  isRead = false
  /** A read of rows or values is in progress. Stays true when it failed. */
  isReading = false
  isStale = false
  /** IDs of rows that must be read again. */
  readonly stale = new Set<string>()
  /** Values deleted during a read, whose result may still contain them; null: values aren't being read. */
  deleted: Set<string> | null = null
  /** Last read; each read waits for the previous one. */
  reading: Promise<void> = Promise.resolve()
  /** Queries in progress. Columns are dropped only when there is just one. */
  users = 0
  usedAt = 0
  #names: { readonly index: NameIndex<IndexedRow>; readonly isReady: Promise<void> } | null = null

  constructor(table: IndexedTable, tenantId: string, turns: Pick<Turns, 'isOver' | 'next'>) {
    this.#turns = turns
    this.table = table
    this.tenantId = tenantId
    this.fields = table.indexed
  }

  get rows(): readonly IndexedRow[] {
    this.#rows ??= [...this.#byId.values()]
    return this.#rows
  }

  get ids() {
    return this.#byId.keys()
  }

  get size() {
    return this.#byId.size
  }

  /** Estimated bytes in memory. */
  get bytes() {
    return this.size * (rowBytes + this.columns.size * cellBytes) + this.#values * valueBytes + this.#textBytes
  }

  /** Bytes of one more column without values. */
  get columnBytes() {
    return this.size * cellBytes
  }

  /** Sets a value of a row. */
  set(row: IndexedRow, column: Column, value: KnownValue | undefined) {
    const before = row.values[column.at]
    this.#textBytes += textBytesOf(value) - textBytesOf(before)
    this.#values += Number(value !== undefined) - Number(before !== undefined)
    row.values[column.at] = value
    if (value) column.hasValues = true
    row.searched = null
  }

  /** Removes a column and its values. */
  dropColumn(name: string) {
    const column = this.columns.get(name)
    if (!column) return
    this.columns.delete(name)
    for (const row of this.#byId.values()) {
      this.#textBytes -= textBytesOf(row.values[column.at])
      this.#values -= Number(row.values[column.at] !== undefined)
      row.values[column.at] = undefined
    }
  }

  row(id: string): IndexedRow | undefined {
    return this.#byId.get(id)
  }

  /** Adds or updates the row of an entity. Returns the row if its values must be read. */
  put({ entityId, customerId, fields }: OwnedRow): IndexedRow | null {
    const existing = this.#byId.get(entityId.id)
    // The row of a changed entity view is replaced: the view may show other values.
    if (existing && this.table.entityType !== 'ENTITY_VIEW') {
      this.#textBytes += fieldBytesOf(fields) - fieldBytesOf(existing.fields)
      existing.customerId = this.#once(customerId)
      existing.fields = this.#shared(fields)
      existing.searched = null
      this.#names?.index.put(existing, textOf(this.table, fields))
      return null
    }
    if (existing) this.remove(existing.entityId.id)
    const row: IndexedRow = {
      entityId,
      customerId: this.#once(customerId),
      fields: this.#shared(fields),
      values: [],
      searched: null,
    }
    this.#textBytes += fieldBytesOf(fields)
    this.#byId.set(entityId.id, row)
    this.#rows = null
    this.#names?.index.put(row, textOf(this.table, fields))
    return row
  }

  remove(id: string): void {
    const row = this.#byId.get(id)
    if (!row) return
    this.#byId.delete(id)
    this.#rows = null
    this.#textBytes -= fieldBytesOf(row.fields)
    for (const value of row.values) {
      this.#textBytes -= textBytesOf(value)
      this.#values -= Number(value !== undefined)
    }
    this.#names?.index.remove(row)
  }

  /** Interns a text that many rows have in common. */
  #once(text: string): string {
    const existing = this.#texts.get(text)
    if (existing !== undefined) return existing
    if (this.#texts.size >= sharedTextsMax) this.#texts.clear()
    this.#texts.set(text, text)
    return text
  }

  #shared(fields: IndexedRow['fields']): IndexedRow['fields'] {
    return typeof fields.type === 'string' ? { ...fields, type: this.#once(fields.type) } : fields
  }

  columnAt(scope: AttributeScope | null, key: string): number | undefined {
    const column = this.columns.get(columnName(scope, key))
    return column?.hasValues ? column.at : undefined
  }

  async names(): Promise<NameIndex<IndexedRow>> {
    if (!this.#names || this.#names.index.isWorn) {
      const index = new NameIndex<IndexedRow>()
      // From here on, `put` and `remove` update the index too.
      this.#names = { index, isReady: this.#fill(index) }
      this.found.clear()
    }
    const { index, isReady } = this.#names
    await isReady
    return index
  }

  async #fill(index: NameIndex<IndexedRow>): Promise<void> {
    let looked = 0
    // Iterates the live map, not a snapshot: a row removed during the fill must not be added again.
    for (const row of this.#byId.values()) {
      if (++looked % rowsPerLook === 0 && this.#turns.isOver) await this.#turns.next()
      if (!index.has(row)) index.put(row, textOf(this.table, row.fields))
    }
  }
}
