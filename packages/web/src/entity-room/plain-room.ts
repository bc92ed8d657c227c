/**
 * What a room is made of whose entities no customer and no edge has, such as profiles, packages and rule chains: as
 * data. The same machine draws the list, the drawer, the entity's own page and the dialogs from it.
 */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { ComponentType, ReactNode } from 'react'
import type { DetailsTab } from '../entity-pages/entity-details.tsx'
import type { MessageKey } from '../locale/messages.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'
import type { EntityAction, EntityTableDescription } from '../ui/entity-table/entity-description.ts'

export interface PlainRow {
  readonly id: EntityId
  readonly createdTime: number
}

export interface PlainRoomCalls<Row> {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, options?: CallOptions) => Promise<PageData<Row>>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
}

/** What the room adds to opening, copying the id and deleting. */
export interface PlainRoomActions<Row> {
  /** Keep it stable. */
  readonly actions: readonly EntityAction<Row>[]
  /** Those of them that are buttons above the form too; the first is the quick action of a row. Keep it stable. */
  readonly links?: readonly EntityAction<Row>[]
  readonly dialogs?: ReactNode
}

/** What differs from table to table; order: newest first, unless it says otherwise. */
export type PlainRoomTable<Row> = Pick<EntityTableDescription<Row>, 'columns' | 'owner'> &
  Partial<Pick<EntityTableDescription<Row>, 'defaultSort'>> & {
    /** `mark` absent: the icon of the type. */
    readonly phone: Omit<EntityTableDescription<Row>['phone'], 'mark'> &
      Partial<Pick<EntityTableDescription<Row>['phone'], 'mark'>>
  }

export interface PlainRoomTabs<Row> {
  readonly tabs: readonly DetailsTab<Row>[]
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

export type MayRow<Row> = (row: Row, authority: SignedIn['auth']['authority'] | undefined) => boolean

export interface PlainRoom<Row extends PlainRow> {
  readonly kind: EntityType
  /** First part of its keys in the query cache. */
  readonly name: string
  /** The room's part of the texts. */
  readonly words: 'otaUpdates' | 'resources' | 'widgetsBundles' | 'ruleChains' | 'deviceProfiles' | 'tenantProfiles'
  /** Where they differ from the texts that all rooms have. */
  readonly texts?: { readonly title: MessageKey; readonly add: MessageKey; readonly emptyText: MessageKey }
  readonly path: ListPath
  /** What deleting several of them takes along. */
  readonly deleteManyText: MessageKey
  /** Title when one could not be loaded. */
  readonly oneFailed: MessageKey
  readonly nameOf: (row: Row) => string
  readonly createCalls: (rest: Rest) => PlainRoomCalls<Row>
  /** Absent: all. */
  readonly mayDelete?: MayRow<Row>
  /** A hook. */
  readonly useActions?: () => PlainRoomActions<Row>
  /** A hook; what it returns is stable. */
  readonly useTable: () => PlainRoomTable<Row>
  /** What one is called; absent: its type. */
  readonly kindOf?: (row: Row) => MessageKey
  /** The line under the name. */
  readonly Status: ComponentType<{ readonly row: Row }>
  /** Of the tab with the details; absent: the room's own tabs hold it. */
  readonly Form?: ComponentType<PlainRoomFormProps<Row>>
  /** A hook: tabs after that of the form. */
  readonly useTabs?: (row: Row) => PlainRoomTabs<Row>
  readonly AddDialog: ComponentType<PlainRoomDialogProps>
  /** The drawer has the width of an editor. */
  readonly isWide?: boolean
  /** Absent: nothing is imported from a file. */
  readonly ImportDialog?: ComponentType<PlainRoomDialogProps>
}

/** Says what a room is; the description is checked here, and its types follow from it. */
export const definePlainRoom = <Row extends PlainRow>(room: PlainRoom<Row>): PlainRoom<Row> => room
