/**
 * What a room is made of that has columns and actions of its own, such as profiles, packages and dashboards: as data. The same machine draws the list, the drawer, the entity's own page and the dialogs from it.
 */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { ComponentType, ReactNode } from 'react'
import type { DetailsTab } from '../entity-pages/entity-details.tsx'
import type { PageButton } from '../entity-pages/entity-page.tsx'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../ui/entity-table/entity-description.ts'

export interface PlainRow {
  readonly id: EntityId
  readonly createdTime: number
}

/** Values of the list's segments and filters, by parameter. */
export type ListFilters = Parameters<EntityTableDescription<unknown>['load']>[1]

export interface PlainRoomCalls<Row> {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, options?: CallOptions, filters?: ListFilters) => Promise<PageData<Row>>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
}

/** What the room adds to opening, copying the id and deleting. */
export interface PlainRoomActions<Row> {
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
  readonly renderAdd?: (dialog: PlainRoomDialogProps) => ReactNode
}

/** What differs from table to table; order: newest first, unless it says otherwise. */
export type PlainRoomTable<Row> = Pick<EntityTableDescription<Row>, 'columns' | 'owner'> &
  Partial<Pick<EntityTableDescription<Row>, 'defaultSort' | 'segments' | 'filterChips' | 'liveAttributes'>> & {
    /** `mark` absent: the icon of the type. */
    readonly phone: Omit<EntityTableDescription<Row>['phone'], 'mark'> &
      Partial<Pick<EntityTableDescription<Row>['phone'], 'mark'>>
  }

export interface PlainRoomTabs<Row> {
  readonly tabs: readonly DetailsTab<Row>[]
  /** After those that all entities have. */
  readonly last?: readonly DetailsTab<Row>[]
  /** The source is silent: its telemetry is shown as old. */
  readonly isStale?: boolean
  /** The line under the name, where the room has no `Status`. */
  readonly status?: ReactNode
  readonly dialogs?: ReactNode
}

export interface PlainRoomDialogProps {
  readonly onClose: () => void
  /** The new one shows beside the list. */
  readonly onAdded: (id: string) => Promise<void>
}

export interface PlainRoomFormProps<Row extends PlainRow> {
  readonly room: PlainRoom<Row>
  readonly row: Row
  readonly links: readonly EntityAction<Row>[]
}

/** `userId`: of who looks. */
export type MayRow<Row> = (
  row: Row,
  authority: SignedIn['auth']['authority'] | undefined,
  userId: string | undefined,
) => boolean

export interface PlainRoom<Row extends PlainRow> {
  readonly kind: EntityType
  /** First part of its keys in the query cache. */
  readonly name: string
  /** The room's part of the texts. */
  readonly words:
    | 'otaUpdates'
    | 'resources'
    | 'widgetsBundles'
    | 'ruleChains'
    | 'deviceProfiles'
    | 'tenantProfiles'
    | 'customers'
    | 'tenants'
    | 'users'
    | 'dashboards'
    | 'devices'
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
  readonly createCalls: (rest: Rest) => PlainRoomCalls<Row>
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
  /** A hook. */
  readonly useActions?: () => PlainRoomActions<Row>
  /** A hook; what it returns is stable. */
  readonly useTable: () => PlainRoomTable<Row>
  /** The line under the name; absent: the tabs come with it. */
  readonly Status?: ComponentType<{ readonly row: Row }>
  /** Of the tab with the details; absent: the room's own tabs hold it. */
  readonly Form?: ComponentType<PlainRoomFormProps<Row>>
  /** A hook: tabs after that of the form. */
  readonly useTabs?: (row: Row) => PlainRoomTabs<Row>
  /** A hook: the heading of the list; absent: the title of its table. */
  readonly useHeading?: () => string | undefined
  /** Absent: the actions draw it. */
  readonly AddDialog?: ComponentType<PlainRoomDialogProps>
  /** The drawer has the width of an editor. */
  readonly isWide?: boolean
  /** Absent: nothing is imported from a file. */
  readonly ImportDialog?: ComponentType<PlainRoomDialogProps>
}

/** Says what a room is; the description is checked here, and its types follow from it. */
export const definePlainRoom = <Row extends PlainRow>(room: PlainRoom<Row>): PlainRoom<Row> => room
