/** The pages of a plain room from its description: the list with its drawer and dialogs, and one entity as a page. */

import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EntityOwnPage } from '../entities/entity-detail-page.tsx'
import { EntityDrawer } from '../entities/entity-drawer.tsx'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { type DetailsTab, EntityDetails } from '../entity-pages/entity-details.tsx'
import { EntityPage, type OpenEntity } from '../entity-pages/entity-page.tsx'
import { useListDialogs } from '../entity-pages/list-dialogs.tsx'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import type { PlainRoom, PlainRoomTabs, PlainRow } from './plain-room.ts'
import { type PlainRoomParts, usePlainRoomActions } from './plain-room-actions.tsx'
import { usePlainRoomTable } from './plain-room-table.tsx'
import { useRoomEntity } from './room-calls.ts'
import { standardTabs } from './standard-tabs.tsx'

interface RoomProps<Row extends PlainRow> {
  readonly room: PlainRoom<Row>
}

interface RoomDetailsProps<Row extends PlainRow> extends RoomProps<Row> {
  readonly row: Row
  readonly parts: PlainRoomParts<Row>
  /** Absent: they are a page of their own. */
  readonly open?: OpenEntity<Row>
}

const useNoHeading = () => undefined
const useNoTabs = (): PlainRoomTabs<unknown> => ({ tabs: [] })

function RoomDetails<Row extends PlainRow>({ room, row, parts, open }: RoomDetailsProps<Row>) {
  const { kind, nameOf, kindOf, Status, Form, useTabs = useNoTabs } = room
  const t = useText()
  const authority = useAccount()?.auth.authority
  const { tabs, last = [], dialogs, isStale, status } = useTabs(row)
  const formTab = (SomeForm: NonNullable<typeof Form>): DetailsTab<Row> => ({
    id: 'details',
    label: 'ui.tabDetails',
    render: (one) => <SomeForm key={one.id.id} room={room} row={one} links={parts.links} />,
  })
  return (
    <>
      <EntityDetails<Row>
        description={{
          nameOf,
          kindOf: (one) => kindOf?.(one, t) ?? t(`entityTypes.${kind}`),
          icon: <EntityKindIcon entityType={kind} size={14} />,
          status: (one) => (Status ? <Status row={one} /> : status),
          actions: open ? parts.all : parts.all.filter(({ id }) => id !== 'open'),
          openPage: open && parts.openPage,
          tabs: [
            ...(Form ? [formTab(Form)] : []),
            ...tabs,
            ...standardTabs({ entity: row.id, authority, isStale }),
            ...last,
          ],
        }}
        row={row}
        onClose={open?.onClose}
        onStep={open?.onStep}
      />
      {dialogs}
    </>
  )
}

interface RoomDrawerProps<Row extends PlainRow> extends RoomProps<Row> {
  readonly parts: PlainRoomParts<Row>
  readonly open: OpenEntity<Row>
}

function RoomDrawer<Row extends PlainRow>({ room, parts, open }: RoomDrawerProps<Row>) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useRoomEntity(room, open.id, room.listsInPart ? undefined : open.row)}
      nameOf={room.nameOf}
      kind={t(`entityTypes.${room.kind}`)}
      failed={t(room.oneFailed)}
      onClose={open.onClose}
      isWide={room.isWide}
    >
      {(row) => <RoomDetails room={room} row={row} parts={parts} open={open} />}
    </EntityDrawer>
  )
}

export function PlainListPage<Row extends PlainRow>({ room }: RoomProps<Row>) {
  const { name, words, texts, useHeading = useNoHeading, AddDialog, ImportDialog } = room
  const adding = useListDialogs({
    room: name,
    add: texts?.add ?? `${words}.add`,
    canImport: ImportDialog !== undefined,
  })
  const parts = usePlainRoomActions(room)
  const opened = room.isFixed ? null : adding.open
  const dialog = { onClose: adding.close, onAdded: adding.added }
  return (
    <EntityPage<Row>
      description={usePlainRoomTable(room, parts)}
      heading={useHeading()}
      primary={room.isFixed ? parts.primary : adding.primary}
      secondary={room.isFixed ? undefined : adding.secondary}
      renderOpen={(open) => <RoomDrawer key={open.id} room={room} parts={parts} open={open} />}
    >
      {parts.dialogs}
      <Suspense>
        {opened === 'add' && (AddDialog ? <AddDialog {...dialog} /> : parts.renderAdd?.(dialog))}
        {opened === 'import' && ImportDialog && <ImportDialog {...dialog} />}
      </Suspense>
    </EntityPage>
  )
}

export function PlainOwnPage<Row extends PlainRow>({ room }: RoomProps<Row>) {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const parts = usePlainRoomActions(room)
  return (
    <EntityOwnPage
      entity={useRoomEntity(room, entityId, undefined)}
      nameOf={room.nameOf}
      kind={t(`entityTypes.${room.kind}`)}
      failed={t(room.oneFailed)}
    >
      {(row) => (
        <>
          <RoomDetails key={entityId} room={room} row={row} parts={parts} />
          {parts.dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
