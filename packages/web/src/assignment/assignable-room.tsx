/**
 * Modules of entities with a free-text type and at most one customer, such as assets. Their lists belong to a tenant, a
 * customer or an edge. Builds the common module description from what differs between them.
 */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import type { TypesWith } from '@sonde/model/entities/entity-kinds'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type ComponentType, lazy, type ReactNode, useMemo } from 'react'
import type { EditableRoom } from '../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../bulk-edit/use-bulk-edit.tsx'
import type { BulkImportDialogProps } from '../bulk-import/bulk-import-dialog.tsx'
import { loadSubtypes } from '../entities/entity-subtype-field.tsx'
import type { EntityFields } from '../entities/new-entity-dialog.tsx'
import type { FieldErrors } from '../entities/use-field-errors.ts'
import type { Subject } from '../entity-dashboard/load-keys.ts'
import { useEntityDashboard } from '../entity-dashboard/use-entity-dashboard.tsx'
import {
  defineRoom,
  type ImportDialogProps,
  type Room,
  type RoomActions,
  type RoomCalls,
  type RoomForm,
  type RoomRow,
  type RoomTabs,
  type RoomWords,
  type WordsWith,
} from '../entity-room/room.ts'
import { useRoomCalls } from '../entity-room/room-calls.ts'
import { defineForm } from '../entity-room/room-form.tsx'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import type { ListPath } from '../places/list-paths.ts'
import { useClient } from '../session/use-session.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { AssignableReadOnly, AssignableStatus, CustomerFact } from './assignable-fields.tsx'
import type { AssignableDraft } from './assignable-input.ts'
import { type SingleOwnerCalls, singleOwner } from './assignable-kind.ts'
import { type AssignableRow, assignableTable } from './assignable-table.tsx'
import { type ScopedList, type ScopedWords, scopedPath, scopedTexts, useScopedHeading } from './list-scope.ts'
import { useAssignment } from './use-assignment.tsx'

const BulkImportDialog = lazy(() => import('../bulk-import/bulk-import-dialog.tsx'))

interface Filters {
  readonly customerId?: string
  readonly type?: string
}

export interface OwnedEntity extends RoomRow, AssignableRow {
  readonly id: RoomRow['id']
  readonly customerId: { readonly id: string }
}

interface OwnedDraft extends AssignableDraft {
  /** Absent: entities of this kind have no label. */
  readonly label?: string
}

interface AssignableRoomCalls<Row, Input> extends SingleOwnerCalls {
  readonly info: (id: string, options?: CallOptions) => Promise<Row>
  readonly list: (link: PageLink, filters: Filters, options?: CallOptions) => Promise<PageData<Row>>
  /** Absent: entities of this kind can't be assigned to edges. */
  readonly listOfEdge?: (
    edgeId: string,
    link: PageLink,
    filters: Pick<Filters, 'type'>,
    options?: CallOptions,
  ) => Promise<PageData<Row>>
  readonly save: (input: Input, options?: CallOptions) => Promise<{ readonly id: RoomRow['id'] }>
  readonly delete: (id: string, options?: CallOptions) => Promise<unknown>
}

interface AssignableForm<Row, Draft extends object, F extends FieldErrors<Draft>, Input> {
  readonly newDraft: () => Draft
  readonly draftOf: (row: Row) => Draft
  readonly fieldErrorsOf: (draft: Draft, t: Translate) => F
  /** Request body: the stored entity (null for a new one) merged with the draft. */
  readonly inputOf: (draft: Draft, row: Row | null) => Input
  readonly renderFields: (props: { readonly fields: EntityFields<Draft, F> }) => ReactNode
  readonly Overview?: ComponentType<{ readonly row: Row }>
  readonly BelowFields?: ComponentType<{ readonly row: Row }>
  /** View for users without edit permission; absent: name, type, label and description. */
  readonly ReadOnly?: ComponentType<{ readonly row: Row }>
  readonly addSize?: 480
}

export interface AssignableRoom<
  Row extends OwnedEntity,
  Draft extends OwnedDraft,
  F extends FieldErrors<Draft>,
  Input,
> {
  readonly kind: TypesWith<{ readonly isTyped: true; readonly customers: 'one' }>
  /** Namespace of the module's texts and first part of its query keys. */
  readonly name: RoomWords & ScopedWords & WordsWith<'deleteManyText'>
  readonly path: ListPath
  /** Error title if an entity can't be loaded. */
  readonly oneFailed: Room<Row>['oneFailed']
  readonly createCalls: (rest: Rest) => AssignableRoomCalls<Row, Input>
  readonly form: AssignableForm<Row, Draft, F, Input>
  /** Type reserved by the server. */
  readonly reservedType?: string
  /** Text fields that are list columns: their labels by field name. */
  readonly texts?: Readonly<Record<string, MessageKey>>
  /** Hook: actions of one entity, given the assignment actions. */
  readonly useActions?: (list: ScopedList, assignment: readonly EntityAction<Row>[]) => readonly EntityAction<Row>[]
  /** Hook. */
  readonly useTabs?: (row: Row) => RoomTabs<Row>
  /** Absent: no file import. */
  readonly renderImport?: Room<Row>['renderImport']
}

const idOf = ({ id }: OwnedEntity) => id.id
const nameOf = ({ name }: OwnedEntity) => name
const customerIdOf = ({ customerId }: OwnedEntity) => customerId.id
const isPublic = ({ customerIsPublic }: OwnedEntity) => customerIsPublic
const subjectOf = ({ id, name }: OwnedEntity): Subject => ({ kind: 'entity', entity: id, name, profile: undefined })
/** Entities that have telemetry. Edges have none. */
const hasDashboard = (kind: string): boolean => kind === 'ASSET' || kind === 'ENTITY_VIEW'
const useGivenActions = <Row,>(_: ScopedList, given: readonly EntityAction<Row>[]) => given

/** Lists of an edge don't contain the customers. */
export const withoutCustomers = <Row extends object>(page: PageData<Row>) => ({
  ...page,
  data: page.data.map((one) => ({ ...one, customerTitle: null, customerIsPublic: false })),
})

/** Returns a function that creates the module for each list scope. */
export function assignableRoom<Row extends OwnedEntity, Draft extends OwnedDraft, F extends FieldErrors<Draft>, Input>(
  own: AssignableRoom<Row, Draft, F, Input>,
): (list: ScopedList) => Room<Row> {
  const { kind, name, path, oneFailed, useTabs, renderImport } = own
  const form = formOf(own)
  return (list) =>
    defineRoom<Row>({
      kind,
      name,
      words: name,
      texts: scopedTexts(name, list),
      path,
      scopedPath: scopedPath(list.scope, path.slice(1)),
      deleteManyText: `${name}.deleteManyText`,
      oneFailed,
      nameOf,
      kindOf: ({ type }) => type,
      createCalls: (rest) => callsOf(own.createCalls(rest), list),
      isFixed: !list.isTenant,
      useActions: () => useAssignableActions(own, list),
      useTable: () => useAssignableTable(own, list),
      useHeading: () => useScopedHeading(list.scope, kind, `${name}.title`),
      Status: AssignableStatus,
      form,
      useTabs,
      renderImport,
    })
}

function callsOf<Row, Input>(
  calls: AssignableRoomCalls<Row, Input>,
  { customerId, edgeId }: ScopedList,
): RoomCalls<Row> {
  const { info, list, listOfEdge } = calls
  return {
    info,
    list: (link, options, { type } = {}) =>
      edgeId !== undefined && listOfEdge
        ? listOfEdge(edgeId, link, { type }, options)
        : list(link, { customerId, type }, options),
    delete: calls.delete,
  }
}

function formOf<Row extends OwnedEntity, Draft extends OwnedDraft, F extends FieldErrors<Draft>, Input>({
  createCalls,
  form,
}: AssignableRoom<Row, Draft, F, Input>): RoomForm<Row> {
  const { newDraft, draftOf, fieldErrorsOf, inputOf, renderFields, Overview, BelowFields, ReadOnly, addSize } = form
  return defineForm<Row, Draft, F>({
    draftOf,
    fieldErrorsOf,
    save: (rest, draft, row, options) => createCalls(rest).save(inputOf(draft, row), options),
    renderFields,
    Overview,
    BelowFields,
    Facts: CustomerFact,
    mayEdit: (_, authority) => authority !== 'CUSTOMER_USER',
    ReadOnly: ReadOnly ?? (({ row }) => <AssignableReadOnly row={row} {...draftOf(row)} />),
    add: {
      newDraft,
      create: (rest, draft, options) => createCalls(rest).save(inputOf(draft, null), options),
      renderFields,
      size: addSize,
    },
  })
}

function useAssignableTable<Row extends OwnedEntity>(
  {
    kind,
    texts,
    reservedType,
  }: Pick<AssignableRoom<Row, OwnedDraft, object, unknown>, 'kind' | 'texts' | 'reservedType'>,
  { scope }: ScopedList,
) {
  const { rest } = useClient()
  return useMemo(
    () => assignableTable<Row>({ entityType: kind, scope, texts, reservedType, types: () => loadSubtypes(rest, kind) }),
    [rest, kind, scope, texts, reservedType],
  )
}

function useAssignableActions<Row extends OwnedEntity, Draft extends OwnedDraft, F extends FieldErrors<Draft>, Input>(
  own: AssignableRoom<Row, Draft, F, Input>,
  list: ScopedList,
): RoomActions<Row> {
  const { kind, name, path, useActions = useGivenActions } = own
  const calls = useRoomCalls(own)
  const assignment = useAssignment<Row>({
    kind,
    room: name,
    listPath: scopedPath(list.scope, path.slice(1)) ?? path,
    scope: list.scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(() => singleOwner(calls), [calls]),
  })
  const editable = useEditableRoom(own, calls)
  const dashboard = useEntityDashboard<Row>(subjectOf)
  const given = useMemo(
    () => (hasDashboard(kind) ? [...dashboard.actions, ...assignment.actions] : assignment.actions),
    [kind, dashboard.actions, assignment.actions],
  )
  return {
    actions: useActions(list, given),
    bulkActions: useBulkEdit(editable, assignment.bulkActions, list.canEdit),
    primary: assignment.assignExisting,
    dialogs: (
      <>
        {assignment.dialogs}
        {dashboard.dialog}
      </>
    ),
  }
}

function useEditableRoom<Row extends OwnedEntity, Draft extends OwnedDraft, F extends FieldErrors<Draft>, Input>(
  { kind, form, texts, reservedType }: AssignableRoom<Row, Draft, F, Input>,
  calls: AssignableRoomCalls<Row, Input>,
): EditableRoom<Row> {
  const { rest } = useClient()
  const hasLabel = texts !== undefined && 'label' in texts
  return useMemo(() => {
    const { draftOf, inputOf } = form
    return {
      kind,
      fields: hasLabel ? ['label', 'type', 'description'] : ['type', 'description'],
      idOf,
      valuesOf(row) {
        const { label, type, description } = draftOf(row)
        return { ...(hasLabel && { label }), type, description }
      },
      load: ({ id }, how) => calls.info(id.id, how),
      save: (row, values, how) => calls.save(inputOf({ ...draftOf(row), ...values }, row), how),
      types: (signal) => loadSubtypes(rest, kind, signal),
      reservedType,
    }
  }, [kind, form, hasLabel, reservedType, calls, rest])
}

interface ImportParts extends ImportDialogProps {
  readonly kind: BulkImportDialogProps['kind']
  readonly createCalls: (rest: Rest) => { readonly bulkImport: BulkImportDialogProps['send'] }
}

/** Import dialog of a module. */
export function ImportEntities({ kind, createCalls, onClose, onChanged }: ImportParts) {
  const { bulkImport } = useRoomCalls({ createCalls })
  return <BulkImportDialog kind={kind} send={bulkImport} onClose={onClose} onDone={onChanged} />
}
