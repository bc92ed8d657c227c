/**
 * Declarative description of an entity page: columns, filters, actions and texts. Shared components render the table,
 * the phone list, the selection bar and the details of every entity from it.
 */

import type { ActiveAlarms } from '@sonde/model/alarms/active-alarms'
import type { EntityCountQuery, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityType } from '@sonde/model/ids'
import type { PageData, PageLink, SortDirection } from '@sonde/model/paging'
import type { ReactNode } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import type { TextValues, Translate } from '../../locale/texts.ts'
import type { Format } from '../format/format.ts'
import type { RunRow } from './row-call.ts'

/** Values that a cell renderer gets in addition to its row. */
export interface CellContext {
  readonly t: Translate
  readonly format: Format
  readonly nowMs: number
  readonly live: RowLive
}

/** Live facts about the entity of a row, as far as the description asks for them. */
export interface RowLive {
  /** SERVER_SCOPE attributes. */
  readonly attributes: Readonly<Record<string, TsValue>>
  /** Latest telemetry. */
  readonly telemetry: Readonly<Record<string, TsValue>>
  /** Undefined: no active alarms, or not loaded. */
  readonly alarms?: ActiveAlarms | undefined
}

export const noRowLive: RowLive = { attributes: {}, telemetry: {} }

export interface EntityColumn<T> {
  readonly id: string
  readonly title: MessageKey
  /**
   * Columns with priority 1 are always shown; the highest priority number is hidden first when the table gets narrow.
   */
  readonly priority: number
  /** Minimum width, px. */
  readonly minWidth: number
  readonly isNumeric?: boolean
  /** Sort property of the REST API; absent: not sortable. */
  readonly sortProperty?: string
  /** Shown only when the user chooses it. */
  readonly isExtra?: boolean
  /** Content below the name when the column doesn't fit; null: no content for this row. */
  readonly underName?: (row: T, context: CellContext) => ReactNode
  readonly cell: (row: T, context: CellContext) => ReactNode
  /**
   * Cell text for exports, required if a component renders the cell. Absent: the text, time or number in the cell's
   * markup.
   */
  readonly text?: (row: T, context: CellContext) => string
}

/** Segmented quick filter: exactly one option is active; options show counts. */
export interface EntitySegments {
  /** Name of the search parameter. */
  readonly param: string
  readonly label: MessageKey
  readonly options: readonly { readonly value: string; readonly label: MessageKey }[]
  /** Count query to watch: when its result changes, list and segment counts are reloaded. */
  readonly watch?: EntityCountQuery
}

export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** Filter chip: filters by one of many values. */
export interface EntityFilterChip {
  readonly param: string
  readonly label: MessageKey
  /** Options that match the text, at most one page. */
  readonly load: (textSearch: string, signal: AbortSignal) => Promise<readonly FilterOption[]>
  /** Loads the option of a value taken from the URL. */
  readonly loadOne: (value: string, signal: AbortSignal) => Promise<FilterOption>
}

export interface EntityAction<T> {
  readonly id: string
  readonly label: MessageKey
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly startsGroup?: boolean
  /** Lowercase shortcut that runs the action on the focused row, if single-letter shortcuts are on. */
  readonly letter?: string
  /** Absent: allowed for every row. Actions that aren't allowed for a row are hidden. */
  readonly isAllowed?: (row: T) => boolean
  readonly run: (row: T) => void
  /** For actions that open a list: the name of the list and its number of entries, shown above the form. */
  readonly list?: {
    readonly title: MessageKey
    readonly idOf: (row: T) => string
    readonly count: (row: T, signal: AbortSignal) => Promise<number>
  }
}

/** Bulk action: runs once per selected row. */
export interface BulkAction<T> {
  readonly id: string
  readonly label: MessageKey
  readonly icon: ReactNode
  readonly isDanger?: boolean
  /** Confirmation; title and button text take `{count}`. Absent: the action starts at once. */
  readonly confirm?: {
    readonly title: MessageKey
    readonly text: MessageKey
    readonly action: MessageKey
    /** The user must always type the number: other entities depend on the rows, and deletion is permanent. */
    readonly isTyped?: boolean
  }
  /** Deleted rows go to the trash: up to ten are deleted without confirmation, and the toast offers undo. */
  readonly isUndoable?: boolean
  /** Toast text after completion; takes `{count}`. */
  readonly done: MessageKey
  /** Absent: allowed for every row. Selected rows that aren't allowed are skipped and stay selected. */
  readonly isAllowed?: (row: T) => boolean
  /** Additional placeholder values of its texts; `{count}` is always available. */
  readonly values?: TextValues
  /** Dialog to render before the action; it passes the call per row to `onStart`. */
  readonly ask?: (question: BulkQuestion<T>) => ReactNode
  /** Default calls per row. If it returns a function, that function undoes the change and the toast offers undo. */
  readonly run: RunRow<T>
}

export interface BulkQuestion<T> {
  /** Selected rows that the action is allowed for. */
  readonly rows: readonly T[]
  readonly onStart: (run: RunRow<T>) => void
  readonly onCancel: () => void
}

/** Rows that can be selected, and what can be done with the selected ones. */
export type SelectableRows<T> = Pick<RowsDescription<T>, 'idOf' | 'nameOf' | 'isSelectable' | 'bulkActions'>

/** Description of rows of any kind, rendered as a table or a phone list. */
export interface RowsDescription<T> {
  /** Name under which the user's choice of columns is stored. */
  readonly name: string
  readonly title: MessageKey
  readonly icon: ReactNode
  readonly idOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** Path of the page that a row links to; absent: details open next to the list. */
  readonly pageOf?: (row: T) => string
  readonly columns: readonly EntityColumn<T>[]
  readonly defaultSort: { readonly property: string; readonly direction: SortDirection }
  /** Action shown on hover and focus of a row; the row's menu contains it too. */
  readonly quickAction?: EntityAction<T>
  /** The quick action has its label; with a pointer that hovers, it covers the end of the row. */
  readonly labelsQuickAction?: boolean
  readonly rowActions: readonly EntityAction<T>[]
  readonly bulkActions: readonly BulkAction<T>[]
  /** Absent: every row is selectable. Rows that aren't have no check box. */
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
  /** Name of the module: query cache key and storage key of the column choice. */
  readonly name: string
  /** Entity type for live attributes; absent if the rows aren't entities. */
  readonly entityType?: EntityType
  /** Owner of the rows if the module has several lists, such as a customer's id. */
  readonly owner?: string
  /** `filters`: values of segments and filter chips by parameter name. */
  readonly load: (
    link: PageLink,
    filters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<PageData<T>>
  readonly segments?: EntitySegments
  readonly filterChips?: readonly EntityFilterChip[]
  /** SERVER_SCOPE attributes that cells subscribe to. */
  readonly liveAttributes?: readonly string[]
  /** Telemetry keys of a row that its cells subscribe to. */
  readonly liveTelemetry?: (row: T) => readonly string[]
  /** Cells show the active alarms of their entity. */
  readonly showsAlarms?: boolean
  /** Which columns there are depends on data that is loading: rows wait for it, so that their cells don't move. */
  readonly areColumnsPending?: boolean
}
