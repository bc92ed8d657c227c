/** Pages of a module from its description: the list with its drawer and dialogs, and the page of one entity. */

import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EntityOwnPage } from '../entities/entity-detail-page.tsx'
import { EntityDrawer } from '../entities/entity-drawer.tsx'
import { EntityKindIcon } from '../entities/entity-kind.tsx'
import { type DetailsTab, EntityDetails } from '../entity-pages/entity-details.tsx'
import { EntityPage } from '../entity-pages/entity-page.tsx'
import { useListDialogs } from '../entity-pages/list-dialogs.tsx'
import type { OpenEntity } from '../entity-pages/use-open-entity.ts'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { pagePathOf, type Room, type RoomDialogProps, type RoomForm, type RoomRow, type RoomTabs } from './room.ts'
import { type RoomParts, useRoomActions } from './room-actions.tsx'
import { useRoomEntity } from './room-calls.ts'
import { useRoomTable } from './room-table.tsx'
import { standardTabs } from './standard-tabs.tsx'

interface RoomProps<Row extends RoomRow> {
  readonly room: Room<Row>
}

interface RoomDetailsProps<Row extends RoomRow> extends RoomProps<Row> {
  readonly row: Row
  readonly parts: RoomParts<Row>
  /** Absent: the details are shown as a page. */
  readonly open?: OpenEntity<Row>
}

/** The `type` of a device is the name of its profile. */
const profileOf = (row: RoomRow & { readonly type?: unknown }): string | undefined =>
  row.id.entityType === 'DEVICE' && typeof row.type === 'string' ? row.type : undefined

const useNoHeading = () => undefined
const useNoTabs = (): RoomTabs<unknown> => ({ tabs: [] })

function RoomDetails<Row extends RoomRow>({ room, row, parts, open }: RoomDetailsProps<Row>) {
  const { kind, nameOf, kindOf, Status, form, useTabs = useNoTabs } = room
  const t = useText()
  const authority = useAccount()?.auth.authority
  const { tabs, afterEvents, last = [], dialogs, isStale, status } = useTabs(row)
  const formTab = ({ renderDetails }: RoomForm<Row>): DetailsTab<Row> => ({
    id: 'details',
    label: 'ui.tabDetails',
    render: (one) => renderDetails({ room, row: one, links: parts.links }),
  })
  return (
    <>
      <EntityDetails<Row>
        description={{
          nameOf,
          kindOf: (one) => kindOf?.(one, t) ?? t(`entityTypes.${kind}`),
          icon: <EntityKindIcon entityType={kind} size={14} />,
          status: (one) => (Status ? <Status row={one} /> : status),
          actions: parts.all.filter(({ id }) => id !== (open ? 'details' : 'open')),
          openPage: open && parts.openPage,
          tabs: [
            ...(form ? [formTab(form)] : []),
            ...tabs,
            ...standardTabs({ entity: row.id, profile: profileOf(row), authority, isStale, afterEvents }),
            ...last,
          ],
        }}
        row={row}
        onClose={open?.onClose}
        steps={open?.steps}
      />
      {dialogs}
    </>
  )
}

interface RoomDrawerProps<Row extends RoomRow> extends RoomProps<Row> {
  readonly parts: RoomParts<Row>
  readonly open: OpenEntity<Row>
}

function RoomDrawer<Row extends RoomRow>({ room, parts, open }: RoomDrawerProps<Row>) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useRoomEntity(room, open.id, room.listsInPart ? undefined : open.row)}
      nameOf={room.nameOf}
      kind={t(`entityTypes.${room.kind}`)}
      entityType={room.kind}
      failed={t(room.oneFailed)}
      onClose={open.onClose}
      isWide={room.isWide}
    >
      {(row) => <RoomDetails room={room} row={row} parts={parts} open={open} />}
    </EntityDrawer>
  )
}

export function RoomListPage<Row extends RoomRow>({ room }: RoomProps<Row>) {
  const { name, words, texts, useHeading = useNoHeading, renderImport } = room
  const add = texts?.add ?? (`${words}.add` as const)
  const adding = useListDialogs({
    room: name,
    add,
    canImport: renderImport !== undefined,
    onlyImports: room.onlyImports,
    pageOf: room.opensPage ? (id) => pagePathOf(room, id) : undefined,
  })
  const parts = useRoomActions(room)
  const opened = room.isFixed ? null : adding.open
  const dialog = { onClose: adding.close, onAdded: adding.added }
  return (
    <EntityPage<Row>
      description={useRoomTable(room, parts)}
      heading={useHeading()}
      primary={room.isFixed ? parts.primary : adding.primary}
      secondary={room.isFixed ? undefined : adding.secondary}
      renderOpen={(open) => <RoomDrawer key={open.id} room={room} parts={parts} open={open} />}
    >
      {parts.dialogs}
      <Suspense>
        {opened === 'add' && <AddDialog room={room} parts={parts} add={add} dialog={dialog} />}
        {opened === 'import' && renderImport?.({ ...dialog, onChanged: adding.refresh })}
      </Suspense>
    </EntityPage>
  )
}

interface AddDialogProps<Row extends RoomRow> extends RoomProps<Row> {
  readonly parts: RoomParts<Row>
  /** Title of the dialog. */
  readonly add: MessageKey
  readonly dialog: RoomDialogProps
}

function AddDialog<Row extends RoomRow>({ room, parts, add, dialog }: AddDialogProps<Row>) {
  const t = useText()
  const { AddDialog: Own, form } = room
  if (Own) return <Own {...dialog} />
  return form?.renderAdd?.({ title: t(add), ...dialog }) ?? parts.renderAdd?.(dialog)
}

export function RoomOwnPage<Row extends RoomRow>({ room }: RoomProps<Row>) {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const parts = useRoomActions(room)
  return (
    <EntityOwnPage
      entity={useRoomEntity(room, entityId, undefined)}
      nameOf={room.nameOf}
      entityType={room.kind}
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
