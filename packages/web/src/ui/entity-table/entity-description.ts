/**
 * What an entity page is made of, as data: columns, filters, actions, texts. One machine draws the table, the phone
 * list, the selection bar and the details of every entity from such a description.
 */

import type { EntityCountQuery, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityType } from '@sonde/model/ids'
import type { PageData, PageLink, SortDirection } from '@sonde/model/paging'
import type { ReactNode } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import type { TextValues, Translate } from '../../locale/texts.ts'
import type { Format } from '../format/format.ts'

/** What a cell is drawn with besides its row. */
export interface CellContext {
  readonly t: Translate
  readonly format: Format
  readonly nowMs: number
  /** Live values of the row's entity, of the keys that the description names. */
  readonly live: Readonly<Record<string, TsValue>>
}

export interface EntityColumn<T> {
  readonly id: string
  readonly title: MessageKey
  /** 1 stays always; the highest goes first when the table narrows. */
  readonly priority: number
  /** Px that the column needs. */
  readonly minWidth: number
  readonly isNumeric?: boolean
  /** The wire's sort property; absent: not sortable. */
  readonly sortProperty?: string
  /** Shown only when the user chooses it. */
  readonly isExtra?: boolean
  /** What goes under the name when the column has no room; null: nothing for this row. */
  readonly underName?: (row: T, context: CellContext) => ReactNode
  readonly cell: (row: T, context: CellContext) => ReactNode
  /** The cell in an export, where a component draws it; absent: the text, moment or number that the cell is made of. */
  readonly text?: (row: T, context: CellContext) => string
}

/** A quick segment: a choice of which one is always on, with counts. */
export interface EntitySegments {
  /** Search parameter. */
  readonly param: string
  readonly label: MessageKey
  readonly options: readonly { readonly value: string; readonly label: MessageKey }[]
  /** When this count changes, the segments are counted again. */
  readonly watch?: EntityCountQuery
}

export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** A filter as a chip: one value of many. */
export interface EntityFilterChip {
  readonly param: string
  readonly label: MessageKey
  /** Options that match the text, at most a page. */
  readonly load: (textSearch: string, signal: AbortSignal) => Promise<readonly FilterOption[]>
  /** The option of a value that came by the address. */
  readonly loadOne: (value: string, signal: AbortSignal) => Promise<FilterOption>
}

export interface EntityAction<T> {
  readonly id: string
  readonly label: MessageKey
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly startsGroup?: boolean
  /** Lower case: does it to the row that has the focus, where letters are on. */
  readonly letter?: string
  /** Absent: for every row. What is not allowed for a row is not offered. */
  readonly isAllowed?: (row: T) => boolean
  readonly run: (row: T) => void
  /** Where it leads to a list: the name of the list, and how many entries that has. Shown above the form. */
  readonly list?: {
    readonly title: MessageKey
    readonly idOf: (row: T) => string
    readonly count: (row: T, signal: AbortSignal) => Promise<number>
  }
}

/** Done to each selected row, one call per row. */
export interface BulkAction<T> {
  readonly id: string
  readonly label: MessageKey
  readonly icon: ReactNode
  readonly isDanger?: boolean
  /** Asked before: title and button take `{count}`. Without it the action starts at once. */
  readonly confirm?: {
    readonly title: MessageKey
    readonly text: MessageKey
    readonly action: MessageKey
    /** The number must be typed, however small: others depend on these, and nothing brings them back. */
    readonly isTyped?: boolean
  }
  /** What it deletes goes to the trash: up to ten are not asked about, and the toast brings them back. */
  readonly isUndoable?: boolean
  /** Shown when all are done; takes `{count}`. */
  readonly done: MessageKey
  /** Absent: for every row. Selected rows that it is not allowed for stay as they are, and selected. */
  readonly isAllowed?: (row: T) => boolean
  /** Further values of its texts, besides `{count}`. */
  readonly values?: TextValues
  /** Asked before in a dialog of its own, which says by `onStart` what is done to each row. */
  readonly ask?: (question: BulkQuestion<T>) => ReactNode
  /** Done to each row, unless the dialog says otherwise. A function that it answers undoes it; the toast offers that. */
  readonly run: (row: T) => Promise<unknown>
}

export interface BulkQuestion<T> {
  /** Those that it is allowed for. */
  readonly rows: readonly T[]
  readonly onStart: (run: (row: T) => Promise<unknown>) => void
  readonly onCancel: () => void
}

/** What rows are drawn from, as a table or a phone list, whatever they are of. */
export interface RowsDescription<T> {
  /** Of the stored choice of columns. */
  readonly name: string
  readonly title: MessageKey
  readonly icon: ReactNode
  readonly idOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** Path of the page that a row opens, as a link; absent: its details open beside the list. */
  readonly pageOf?: (row: T) => string
  readonly columns: readonly EntityColumn<T>[]
  readonly defaultSort: { readonly property: string; readonly direction: SortDirection }
  /** The one action that shows on hover and focus of a row; it is in the row's menu too. */
  readonly quickAction?: EntityAction<T>
  readonly rowActions: readonly EntityAction<T>[]
  readonly bulkActions: readonly BulkAction<T>[]
  /** Absent: every row. Others have no check box. */
  readonly isSelectable?: (row: T) => boolean
  readonly phone: {
    readonly mark: (row: T, context: CellContext) => ReactNode
    readonly line: (row: T, context: CellContext) => ReactNode
    readonly end?: (row: T, context: CellContext) => ReactNode
  }
  readonly texts: {
    readonly search: MessageKey
    readonly emptyTitle: MessageKey
    readonly emptyText: MessageKey
    /** Takes `{query}`. */
    readonly noMatch: MessageKey
    readonly noFilterMatch: MessageKey
    readonly failed: MessageKey
  }
}

export interface EntityTableDescription<T> extends RowsDescription<T> {
  /** Of the query cache and the stored choice of columns: the room's name. */
  readonly name: string
  /** Of live attributes; absent where the rows are no entities. */
  readonly entityType?: EntityType
  /** Whose rows these are, where the room has several lists: such as a customer's id. */
  readonly owner?: string
  /** `filters`: values of segments and chips by parameter. */
  readonly load: (
    link: PageLink,
    filters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<PageData<T>>
  readonly segments?: EntitySegments
  readonly filterChips?: readonly EntityFilterChip[]
  /** SERVER_SCOPE attributes that cells watch live. */
  readonly liveAttributes?: readonly string[]
}
