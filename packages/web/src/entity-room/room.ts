/**
 * What a room of entities is made of, as data: calls, table, form, texts and what is special. One machine draws the list,
 * the drawer, the entity's own page and the dialogs from it. A part that a room lacks is absent.
 */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { ComponentType, ReactNode } from 'react'
import type { DetailsTab } from '../entity-pages/entity-details.tsx'
import type { PageButton } from '../entity-pages/page-head.tsx'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../ui/entity-table/entity-description.ts'

/** Parts of the texts that have this one. */
export type WordsWith<Name extends string, Key = MessageKey> = Key extends `${infer Words}.${Name}` ? Words : never

/** Parts of the texts that have all that a room says. */
export type RoomWords = WordsWith<'title'> &
  WordsWith<'add'> &
  WordsWith<'search'> &
  WordsWith<'emptyTitle'> &
  WordsWith<'emptyText'> &
  WordsWith<'noMatch'> &
  WordsWith<'listFailed'> &
  WordsWith<'saved'> &
  WordsWith<'delete'> &
  WordsWith<'deleteTitle'> &
  WordsWith<'deleteText'> &
  WordsWith<'deleted'> &
  WordsWith<'deleteManyTitle'> &
  WordsWith<'deleteManyAction'> &
  WordsWith<'deletedMany'>

export interface RoomRow {
  readonly id: EntityId
  readonly createdTime: number
}

/** Values of the list's segments and filters, by parameter. */
export type ListFilters = Parameters<EntityTableDescription<unknown>['load']>[1]

export interface RoomCalls<Row> {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, options?: CallOptions, filters?: ListFilters) => Promise<PageData<Row>>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
}

/** What the room adds to opening, copying the id and deleting. */
export interface RoomActions<Row> {
  /** Keep it stable. */
  readonly actions: readonly EntityAction<Row>[]
  /** Those of them that are buttons above the form too; the first is the quick action of a row. Keep it stable. */
  readonly links?: readonly EntityAction<Row>[]
  /** Of the selected rows, before their deletion. Keep it stable. */
  readonly bulkActions?: readonly BulkAction<Row>[]
  /** Where the list neither adds nor deletes: its button, such as one that assigns. */
  readonly primary?: PageButton
  readonly dialogs?: ReactNode
  /** The dialog that adds one, where it needs what these hold. */
  readonly renderAdd?: (dialog: RoomDialogProps) => ReactNode
}

/** What differs from table to table; order: newest first, unless it says otherwise. */
export type RoomTable<Row> = Pick<EntityTableDescription<Row>, 'columns' | 'owner'> &
  Partial<Pick<EntityTableDescription<Row>, 'defaultSort' | 'segments' | 'filterChips' | 'liveAttributes'>> & {
    /** `mark` absent: the icon of the type. */
    readonly phone: Omit<EntityTableDescription<Row>['phone'], 'mark'> &
      Partial<Pick<EntityTableDescription<Row>['phone'], 'mark'>>
  }

export interface RoomTabs<Row> {
  readonly tabs: readonly DetailsTab<Row>[]
  /** Between events and relations. */
  readonly afterEvents?: readonly DetailsTab<unknown>[]
  /** After those that all entities have. */
  readonly last?: readonly DetailsTab<Row>[]
  /** The source is silent: its telemetry is shown as old. */
  readonly isStale?: boolean
  /** The line under the name, where the room has no `Status`. */
  readonly status?: ReactNode
  readonly dialogs?: ReactNode
}

export interface RoomDialogProps {
  readonly onClose: () => void
  /** Opens the new one. */
  readonly onAdded: (id: string) => Promise<void>
}

export interface ImportDialogProps extends RoomDialogProps {
  /** Loads the list again. */
  readonly onChanged: () => Promise<void>
}

export interface AddFormProps extends RoomDialogProps {
  readonly title: string
}

export interface RoomFormProps<Row extends RoomRow> {
  readonly room: Room<Row>
  readonly row: Row
  readonly links: readonly EntityAction<Row>[]
}

/** The form of a room's entities; `defineForm` makes one from its fields. */
export interface RoomForm<Row extends RoomRow> {
  /** The tab with the details. */
  readonly renderDetails: (props: RoomFormProps<Row>) => ReactNode
  /** The dialog that adds one; absent: the form adds none. */
  readonly renderAdd?: (props: AddFormProps) => ReactNode
}

/** `userId`: of who looks. */
export type MayRow<Row> = (
  row: Row,
  authority: SignedIn['auth']['authority'] | undefined,
  userId: string | undefined,
) => boolean

export interface Room<Row extends RoomRow> {
  readonly kind: EntityType
  /** First part of its keys in the query cache. */
  readonly name: string
  /** The room's part of the texts. */
  readonly words: RoomWords
  /** Where they differ from the texts that all rooms have. */
  readonly texts?: Partial<EntityTableDescription<Row>['texts']> & {
    readonly title?: MessageKey
    readonly add?: MessageKey
  }
  readonly path: ListPath | '/dashboards'
  /** What opening one is called where its page is more than its details. */
  readonly openLabel?: MessageKey
  /** Address of the list where it is another: below a tenant or a customer. */
  readonly scopedPath?: string
  /** What deleting several of them takes along. */
  readonly deleteManyText: MessageKey
  /** Title when one could not be loaded. */
  readonly oneFailed: MessageKey
  readonly nameOf: (row: Row) => string
  /** What one is beside its name; absent: its type. */
  readonly kindOf?: (row: Row, t: Translate) => string
  readonly createCalls: (rest: Rest) => RoomCalls<Row>
  /** Entities are added and deleted elsewhere, such as in the tenant's own list. */
  readonly isFixed?: boolean
  /** Lists do not hold all of an entity: its drawer waits for it. */
  readonly listsInPart?: boolean
  /** Absent: all. */
  readonly mayDelete?: MayRow<Row>
  /** Its name is typed, and nothing brings it back; absent: it goes to the trash. */
  readonly deletesForGood?: boolean
  /** The quick action of a row opens its page, though there are links. */
  readonly opensQuickly?: boolean
  /** Rows, and what was just added, open their page; the quick action opens the details beside the list. */
  readonly opensPage?: boolean
  /** A hook. */
  readonly useActions?: () => RoomActions<Row>
  /** A hook; what it returns is stable. */
  readonly useTable: () => RoomTable<Row>
  /** The line under the name; absent: the tabs come with it. */
  readonly Status?: ComponentType<{ readonly row: Row }>
  /** Absent: the room's own tabs hold it. */
  readonly form?: RoomForm<Row>
  /** A hook: tabs after that of the form. */
  readonly useTabs?: (row: Row) => RoomTabs<Row>
  /** A hook: the heading of the list; absent: the title of its table. */
  readonly useHeading?: () => string | undefined
  /** Absent: that of the form, or the actions draw it. */
  readonly AddDialog?: ComponentType<RoomDialogProps>
  /** The drawer has the width of an editor. */
  readonly isWide?: boolean
  /** New ones come from files only: an empty one could not be filled here. */
  readonly onlyImports?: boolean
  /** Absent: nothing is imported from a file. */
  readonly renderImport?: (dialog: ImportDialogProps) => ReactNode
}

/** Address of the page of one entity. */
export const pagePathOf = ({ scopedPath, path }: Pick<Room<RoomRow>, 'scopedPath' | 'path'>, id: string): string =>
  `${scopedPath ?? path}/${id}`

/** Says what a room is; the description is checked here, and its types follow from it. */
export const defineRoom = <Row extends RoomRow>(room: Room<Row>): Room<Row> => room
