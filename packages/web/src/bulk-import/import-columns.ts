/** Meaning of the columns of a file: guessed from their names, changed by the user, validated before the import. */

import type { BulkImportRequest, ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import { entityKinds, kindOf, type TypesWith } from '@sonde/model/entities/entity-kinds'
import type { EntityType } from '@sonde/model/ids'
import { keyLengthMax } from '@sonde/model/telemetry/payload'
import { servedCredentials } from '@sonde/model/transports/transports'

export type ImportKind = TypesWith<{ readonly importColumns: object }>

export const isImported = (type: EntityType): type is ImportKind => entityKinds[type].importColumns !== undefined

/** `SKIP`: the column isn't sent. */
export type ColumnChoice = ImportColumnType | 'SKIP'

export interface ImportColumn {
  readonly type: ColumnChoice
  /** Key of attributes and telemetry. */
  readonly key: string
}

/** Choices for the columns of an entity kind, grouped and in display order. */
export const columnGroups = (
  kind: ImportKind,
): { readonly entity: readonly ImportColumnType[]; readonly credentials: readonly ImportColumnType[] } =>
  kindOf(kind).importColumns

/** False: credentials that no transport accepts. They can be imported, but the devices can't connect with them. */
export const isServedColumn = (type: ColumnChoice): boolean =>
  type !== 'X509' || servedCredentials.has('X509_CERTIFICATE')

/** Credentials to choose from: unserved ones only if a column of the file already has that type. */
export const offeredCredentials = (kind: ImportKind, columns: readonly ImportColumn[]): readonly ImportColumnType[] =>
  columnGroups(kind).credentials.filter((one) => isServedColumn(one) || columns.some(({ type }) => type === one))

const keyed: readonly ColumnChoice[] = ['SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE', 'TIMESERIES']

/** Attributes and telemetry have a key and can occur several times. */
export const isKeyed = (type: ColumnChoice): boolean => keyed.includes(type)

/** Header of the last column in the file with failed lines. */
export const errorColumn = 'error'

/** Initial meaning of the columns: by their names if there is a header, else name, type, then the others. */
export function guessColumns(kind: ImportKind, cells: readonly string[], hasHeader: boolean): ImportColumn[] {
  const { entity, credentials } = columnGroups(kind)
  const known = [...entity, ...credentials]
  const taken = new Set<ColumnChoice>()
  const attributes: ColumnChoice = known.includes('SERVER_ATTRIBUTE') ? 'SERVER_ATTRIBUTE' : 'SKIP'

  return cells.map((cell, at): ImportColumn => {
    if (!hasHeader) return { type: at === 0 ? 'NAME' : at === 1 ? 'TYPE' : attributes, key: '' }
    const name = cell.trim()
    const code = name.toUpperCase()
    const type = known.find((one) => one === code && !isKeyed(one) && !taken.has(one))
    if (type) {
      taken.add(type)
      return { type, key: '' }
    }
    if (name === errorColumn && at === cells.length - 1) return { type: 'SKIP', key: '' }
    return { type: attributes, key: attributes === 'SKIP' ? '' : name }
  })
}

/** Errors by column index; `missing`: required columns that are missing. */
export interface ColumnErrors {
  readonly missing: readonly ('NAME' | 'TYPE')[]
  readonly columns: Readonly<Record<number, 'twice' | 'keyNeeded' | 'keyTooLong' | 'keyTwice'>>
}

export function columnErrors(columns: readonly ImportColumn[]): ColumnErrors {
  const fieldErrors: Record<number, ColumnErrors['columns'][number]> = {}
  const seen = new Set<string>()
  for (const [at, { type, key }] of columns.entries()) {
    if (type === 'SKIP') continue
    const name = isKeyed(type) ? `${type} ${key.trim()}` : type
    if (isKeyed(type) && key.trim() === '') fieldErrors[at] = 'keyNeeded'
    else if (isKeyed(type) && key.trim().length > keyLengthMax) fieldErrors[at] = 'keyTooLong'
    else if (seen.has(name)) fieldErrors[at] = isKeyed(type) ? 'keyTwice' : 'twice'
    seen.add(name)
  }
  return { missing: (['NAME', 'TYPE'] as const).filter((type) => !seen.has(type)), columns: fieldErrors }
}

export const hasColumnErrors = ({ missing, columns }: ColumnErrors): boolean =>
  missing.length > 0 || Object.keys(columns).length > 0

/** Columns to send, with their index in the file. */
export const sentColumns = (columns: readonly ImportColumn[]): readonly (ImportColumn & { readonly at: number })[] =>
  columns.map((column, at) => ({ ...column, at })).filter(({ type }) => type !== 'SKIP')

export const mappingColumns = (columns: readonly ImportColumn[]): BulkImportRequest['mapping']['columns'] =>
  sentColumns(columns).map(({ type, key }) =>
    // `sentColumns` excludes `SKIP`.
    isKeyed(type) ? { type: type as ImportColumnType, key: key.trim() } : { type: type as ImportColumnType },
  )
