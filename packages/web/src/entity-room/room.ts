/**
 * What a room of entities is made of, as data: calls, form, texts and what is special. One machine draws the list, the
 * drawer, the entity's own page, the dialog that adds one and the bulk edit from it.
 */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import type { EntitySubtype } from '@sonde/model/devices/device'
import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { ComponentType } from 'react'
import type { AssignableDraft } from '../assignment/assignable-input.ts'
import type { SingleOwnerCalls } from '../assignment/assignable-kind.ts'
import type { AssignableRow } from '../assignment/assignable-table.tsx'
import type { ScopedList } from '../assignment/list-scope.ts'
import type { BulkImportDialogProps } from '../bulk-import/bulk-import-dialog.tsx'
import type { EntityFields } from '../entities/new-entity-dialog.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import type { MessageKey } from '../locale/messages.ts'
import type { ListPath } from '../places/list-paths.ts'
import type { SignedIn } from '../session/account.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import type { StandardTab } from './standard-tabs.tsx'

export type RoomKind = 'ASSET' | 'ENTITY_VIEW' | 'EDGE'

/** Lists of an edge say nothing of customers. */
export const withoutCustomers = <Row extends object>(page: PageData<Row>) => ({
  ...page,
  data: page.data.map((one) => ({ ...one, customerTitle: null, customerIsPublic: false })),
})

/** The room's part of the texts, and the first part of its keys in the query cache. */
export type RoomName = 'assets' | 'entityViews' | 'edges'

export interface RoomRow extends AssignableRow {
  readonly id: EntityId
  readonly customerId: { readonly id: string }
}

export interface RoomDraft extends AssignableDraft {
  /** Absent: entities of this kind have no label. */
  readonly label?: string
}

interface ListFilters {
  readonly customerId?: string
  readonly type?: string
}

export interface RoomCalls<Row, Input> extends SingleOwnerCalls {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, filters: ListFilters, options?: CallOptions) => Promise<PageData<Row>>
  /** Absent: edges do not have entities of this kind. */
  readonly listOfEdge?: (
    edgeId: string,
    link: PageLink,
    filters: Pick<ListFilters, 'type'>,
    options?: CallOptions,
  ) => Promise<PageData<Row>>
  readonly types: (options?: CallOptions) => Promise<readonly EntitySubtype[]>
  readonly save: (input: Input, options?: CallOptions) => Promise<{ readonly id: EntityId }>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
  /** Absent: nothing is imported from a file. */
  readonly bulkImport?: BulkImportDialogProps['send']
}

export interface RoomFieldsProps<Draft extends object, F extends Faults<Draft>> extends EntityFields<Draft, F> {
  /** Types in use. */
  readonly types: (signal: AbortSignal) => Promise<readonly EntitySubtype[]>
}

export interface RoomForm<Row, Draft extends object, F extends Faults<Draft>, Input> {
  readonly newDraft: () => Draft
  readonly draftOf: (row: Row) => Draft
  readonly faultsOf: (draft: Draft) => F
  /** What is sent: the stored entity, or null for a new one, with the draft over it. */
  readonly inputOf: (draft: Draft, row: Row | null) => Input
  readonly Fields: ComponentType<RoomFieldsProps<Draft, F>>
  /** Below the fields, where nobody changes it: drawn from the draft of a new entity and from what is stored. */
  readonly FixedFields?: ComponentType<{ readonly draft: Draft }>
  /** Facts above those that all kinds have. */
  readonly Facts?: ComponentType<{ readonly row: Row }>
  /** What those see who may not edit; absent: name, type, label and description. */
  readonly ReadOnly?: ComponentType<{ readonly row: Row }>
}

export interface Room<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input> {
  readonly kind: RoomKind
  readonly name: RoomName
  readonly path: ListPath
  /** What one is called until its name is known, and the title when it could not be loaded. */
  readonly one: MessageKey
  readonly oneFailed: MessageKey
  readonly createCalls: (rest: Rest) => RoomCalls<Row, Input>
  readonly form: RoomForm<Row, Draft, F, Input>
  /** Px of the dialog that adds one; absent: the usual width. */
  readonly addSize?: 480
  /** A type that the platform keeps to itself. */
  readonly reservedType?: string
  readonly hasLabel?: boolean
  /** A hook: actions of one entity, from those that say who has it. */
  readonly useActions?: (list: ScopedList, assignment: readonly EntityAction<Row>[]) => readonly EntityAction<Row>[]
  /** Tabs between events and relations. */
  readonly tabs?: (row: Row, authority: SignedIn['auth']['authority'] | undefined) => readonly StandardTab[]
}

/** Says what a room is; the description is checked here, and its types follow from it. */
export const defineRoom = <Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  room: Room<Row, Draft, F, Input>,
): Room<Row, Draft, F, Input> => room
