/**
 * Declarative description of an entity module ("room"): REST calls, table, form, texts and special features. Shared
 * components render the list, the drawer, the entity's page and the dialogs from it. Optional parts may be absent.
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

/** Text namespaces that contain the given text. */
export type WordsWith<Name extends string, Key = MessageKey> = Key extends `${infer Words}.${Name}` ? Words : never

/** Text namespaces that contain all texts of a module. */
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

/** Values of the list's segments and filters, by parameter name. */
export type ListFilters = Parameters<EntityTableDescription<unknown>['load']>[1]

export interface RoomCalls<Row> {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, options?: CallOptions, filters?: ListFilters) => Promise<PageData<Row>>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
}

/** Actions of the module in addition to open, copy id and delete. */
export interface RoomActions<Row> {
  /** Must be stable. */
  readonly actions: readonly EntityAction<Row>[]
  /**
   * Subset of the actions that are also buttons above the form; the first is the quick action of a row. Must be stable.
   */
  readonly links?: readonly EntityAction<Row>[]
  /** Bulk actions, listed before delete. Must be stable. */
  readonly bulkActions?: readonly BulkAction<Row>[]
  /** Primary button of a list that neither adds nor deletes, such as assign. */
  readonly primary?: PageButton
  readonly dialogs?: ReactNode
  /** Renders the add dialog if it needs state of these actions. */
  readonly renderAdd?: (dialog: RoomDialogProps) => ReactNode
}

/** Table properties that differ between modules. Default sort order: newest first. */
export type RoomTable<Row> = Pick<EntityTableDescription<Row>, 'columns' | 'owner'> &
  Partial<
    Pick<
      EntityTableDescription<Row>,
      | 'defaultSort'
      | 'segments'
      | 'filterChips'
      | 'liveAttributes'
      | 'liveTelemetry'
      | 'showsAlarms'
      | 'areColumnsPending'
    >
  > & {
    /** `mark` absent: the icon of the entity type. */
    readonly phone: Omit<EntityTableDescription<Row>['phone'], 'mark'> &
      Partial<Pick<EntityTableDescription<Row>['phone'], 'mark'>>
  }

export interface RoomTabs<Row> {
  readonly tabs: readonly DetailsTab<Row>[]
  /** Tabs between events and relations. */
  readonly afterEvents?: readonly DetailsTab<unknown>[]
  /** Tabs after the standard ones. */
  readonly last?: readonly DetailsTab<Row>[]
  /** The entity sends no data: its telemetry is shown as stale. */
  readonly isStale?: boolean
  /** Content below the name, for modules without `Status`. */
  readonly status?: ReactNode
  readonly dialogs?: ReactNode
}

export interface RoomDialogProps {
  readonly onClose: () => void
  /** Opens the new entity. */
  readonly onAdded: (id: string) => Promise<void>
}

export interface ImportDialogProps extends RoomDialogProps {
  /** Reloads the list. */
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

/** Form of a module's entities; `defineForm` creates one from its fields. */
export interface RoomForm<Row extends RoomRow> {
  /** Renders the details tab. */
  readonly renderDetails: (props: RoomFormProps<Row>) => ReactNode
  /** Renders the add dialog; absent: the form has none. */
  readonly renderAdd?: (props: AddFormProps) => ReactNode
}

/** Permission check for a row. `userId`: id of the current user. */
export type MayRow<Row> = (
  row: Row,
  authority: SignedIn['auth']['authority'] | undefined,
  userId: string | undefined,
) => boolean

export interface Room<Row extends RoomRow> {
  readonly kind: EntityType
  /** First part of the module's query keys. */
  readonly name: string
  /** Namespace of the module's texts. */
  readonly words: RoomWords
  /** Overrides of the standard texts. */
  readonly texts?: Partial<EntityTableDescription<Row>['texts']> & {
    readonly title?: MessageKey
    readonly add?: MessageKey
  }
  readonly path: ListPath | '/dashboards'
  /** Label of the open action if the page is more than the entity's details. */
  readonly openLabel?: MessageKey
  /** Path of the list below an owner, such as a tenant or a customer. */
  readonly scopedPath?: string
  /** Text of the bulk delete dialog about what is deleted along with the entities. */
  readonly deleteManyText: MessageKey
  /** Error title if an entity can't be loaded. */
  readonly oneFailed: MessageKey
  readonly nameOf: (row: Row) => string
  /** Subtitle of an entity; absent: its entity type. */
  readonly kindOf?: (row: Row, t: Translate) => string
  readonly createCalls: (rest: Rest) => RoomCalls<Row>
  /** Entities can't be added or deleted here but elsewhere, such as in the tenant's list. */
  readonly isFixed?: boolean
  /** Lists contain only part of an entity: the drawer waits for the full one. */
  readonly listsInPart?: boolean
  /** Absent: all rows can be deleted. */
  readonly mayDelete?: MayRow<Row>
  /** Deletion is permanent and requires typing the name; absent: deleted entities go to the trash. */
  readonly deletesForGood?: boolean
  /** The quick action of a row opens its page even if there are links. */
  readonly opensQuickly?: boolean
  /** Rows and newly added entities open their page; the quick action opens the details drawer. */
  readonly opensPage?: boolean
  /** Hook. */
  readonly useActions?: () => RoomActions<Row>
  /** Hook; its result must be stable. */
  readonly useTable: () => RoomTable<Row>
  /** Content below the name; absent: `status` of `useTabs`. */
  readonly Status?: ComponentType<{ readonly row: Row }>
  /** Absent: the module's own tabs contain the form. */
  readonly form?: RoomForm<Row>
  /** Hook for the tabs after the form's. */
  readonly useTabs?: (row: Row) => RoomTabs<Row>
  /** Hook for the heading of the list; absent: the title of the table. */
  readonly useHeading?: () => string | undefined
  /** Absent: the form or the actions render the dialog. */
  readonly AddDialog?: ComponentType<RoomDialogProps>
  /** The drawer has the width for editors. */
  readonly isWide?: boolean
  /** Entities are added only by file import: an empty one can't be filled in here. */
  readonly onlyImports?: boolean
  /** Absent: no file import. */
  readonly renderImport?: (dialog: ImportDialogProps) => ReactNode
}

/** Path of one entity's page. */
export const pagePathOf = ({ scopedPath, path }: Pick<Room<RoomRow>, 'scopedPath' | 'path'>, id: string): string =>
  `${scopedPath ?? path}/${id}`

/** Identity function that type-checks and infers the description of a module. */
export const defineRoom = <Row extends RoomRow>(room: Room<Row>): Room<Row> => room
