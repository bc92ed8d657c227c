/** The pages of a room from its description: the list with its drawer and dialogs, and an entity as a page of its own. */

import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { AssignableStatus } from '../assignment/assignable-fields.tsx'
import { useListButtons } from '../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../assignment/list-scope.ts'
import type { EditableRoom } from '../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../bulk-edit/use-bulk-edit.tsx'
import { EntityOwnPage } from '../entities/entity-detail-page.tsx'
import { EntityDrawer } from '../entities/entity-drawer.tsx'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import { EntityDetails, type EntityDetailsDescription } from '../entity-pages/entity-details.tsx'
import { EntityPage, type OpenEntity } from '../entity-pages/entity-page.tsx'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import type { BulkAction, EntityAction } from '../ui/entity-table/entity-description.ts'
import { AddEntityDialog } from './add-entity-dialog.tsx'
import type { Room, RoomDraft, RoomRow } from './room.ts'
import { useRoomActions } from './room-actions.ts'
import { quiet, useRoomCalls, useRoomEntity } from './room-calls.ts'
import { EditableEntity, ReadOnlyEntity } from './room-form.tsx'
import { roomTable } from './room-table.ts'
import { standardTabs } from './standard-tabs.tsx'

const BulkImportDialog = lazy(() => import('../bulk-import/bulk-import-dialog.tsx'))

interface RoomProps<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input> {
  readonly room: Room<Row, Draft, F, Input>
}

function useRoomBulkEdit<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  room: Room<Row, Draft, F, Input>,
  others: readonly BulkAction<Row>[],
  canEdit: boolean,
) {
  const calls = useRoomCalls(room)
  const editable = useMemo((): EditableRoom<Row> => {
    const { draftOf, inputOf } = room.form
    return {
      kind: room.kind,
      fields: room.hasLabel ? ['label', 'type', 'description'] : ['type', 'description'],
      idOf: ({ id }) => id.id,
      valuesOf(row) {
        const { label, type, description } = draftOf(row)
        return { ...(room.hasLabel && { label }), type, description }
      },
      load: ({ id }) => calls.info(id.id, quiet),
      save: (row, values) => calls.save(inputOf({ ...draftOf(row), ...values }, row), quiet),
      types: (signal) => calls.types({ ...quiet, ignoreLoading: true, signal }),
      reservedType: room.reservedType,
    }
  }, [room, calls])
  return useBulkEdit(editable, others, canEdit)
}

interface RoomDetailsProps<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>
  extends RoomProps<Row, Draft, F, Input> {
  readonly row: Row
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<Row>[]
  readonly openPage?: EntityAction<Row>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

function RoomDetails<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  props: RoomDetailsProps<Row, Draft, F, Input>,
) {
  const { room, row, canEdit, actions, openPage, onClose, onStep } = props
  const authority = useAccount()?.auth.authority
  const Form = canEdit ? EditableEntity : ReadOnlyEntity
  const description: EntityDetailsDescription<Row> = {
    nameOf: ({ name }) => name,
    kindOf: ({ type }) => type,
    icon: <EntityKindIcon entityType={room.kind} size={14} />,
    status: (one) => <AssignableStatus row={one} />,
    actions,
    openPage,
    tabs: [
      {
        id: 'details',
        label: 'assignment.details',
        render: (one) => <Form key={one.id.id} room={room} row={one} />,
      },
      ...standardTabs({ entity: row.id, authority, afterEvents: room.tabs?.(row, authority) }),
    ],
  }
  return <EntityDetails description={description} row={row} onClose={onClose} onStep={onStep} />
}

interface RoomDrawerProps<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>
  extends RoomProps<Row, Draft, F, Input>,
    OpenEntity<Row> {
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<Row>[]
  readonly openPage: EntityAction<Row>
}

function RoomDrawer<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>(
  props: RoomDrawerProps<Row, Draft, F, Input>,
) {
  const { id, row, room, onClose, ...details } = props
  const t = useText()
  return (
    <EntityDrawer
      entity={useRoomEntity(room, id, row)}
      nameOf={({ name }) => name}
      kind={t(room.one)}
      failed={t(room.oneFailed)}
      onClose={onClose}
    >
      {(one) => <RoomDetails {...details} room={room} row={one} onClose={onClose} />}
    </EntityDrawer>
  )
}

export function RoomListPage<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  room,
}: RoomProps<Row, Draft, F, Input>) {
  const calls = useRoomCalls(room)
  const list = useListScope()
  const { openPage, all, dialogs, assignment } = useRoomActions(room, list)
  const bulkActions = useRoomBulkEdit(room, assignment.bulkActions, list.canEdit)
  const { bulkImport } = calls
  const buttons = useListButtons({
    room: room.name,
    add: `${room.name}.add`,
    list,
    assignment,
    canImport: bulkImport !== undefined,
  })
  const description = useMemo(
    () => roomTable(room, { calls, list, quickAction: openPage, actions: all, bulkActions }),
    [room, calls, list, openPage, all, bulkActions],
  )
  return (
    <EntityPage<Row>
      description={description}
      heading={useScopedHeading(list.scope, room.kind, `${room.name}.title`)}
      primary={buttons.primary}
      secondary={buttons.secondary}
      renderOpen={(open) => (
        <RoomDrawer key={open.id} {...open} room={room} canEdit={list.canEdit} actions={all} openPage={openPage} />
      )}
    >
      {dialogs}
      {assignment.dialogs}
      {buttons.open === 'add' && <AddEntityDialog room={room} onClose={buttons.close} onAdded={buttons.added} />}
      <Suspense>
        {buttons.open === 'import' && bulkImport && room.kind !== 'ENTITY_VIEW' && (
          <BulkImportDialog kind={room.kind} send={bulkImport} onClose={buttons.close} onDone={buttons.refresh} />
        )}
      </Suspense>
    </EntityPage>
  )
}

export function RoomOwnPage<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  room,
}: RoomProps<Row, Draft, F, Input>) {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const list = useListScope()
  const { all, dialogs, assignment } = useRoomActions(room, list)
  return (
    <EntityOwnPage
      entity={useRoomEntity(room, entityId, undefined)}
      nameOf={({ name }) => name}
      kind={t(room.one)}
      failed={t(room.oneFailed)}
    >
      {(row) => (
        <>
          <RoomDetails
            room={room}
            row={row}
            canEdit={list.canEdit}
            actions={all.filter((action) => action.id !== 'open')}
          />
          {dialogs}
          {assignment.dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
