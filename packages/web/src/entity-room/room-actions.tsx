/** Actions on the entities of a module, in the list and in the details. */

import { useNavigate } from '@tanstack/react-router'
import { PanelRight } from 'lucide-react'
import { useMemo } from 'react'
import { type EntityActions, useEntityActions } from '../entities/use-entity-actions.tsx'
import { useAccount } from '../session/use-session.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import type { Room, RoomActions, RoomRow } from './room.ts'
import { useRoomCalls } from './room-calls.ts'

export interface RoomParts<Row>
  extends EntityActions<Row>,
    Pick<RoomActions<Row>, 'bulkActions' | 'primary' | 'renderAdd'> {
  /** Opens the details drawer, for modules whose rows open a page. */
  readonly openDetails: EntityAction<Row> | undefined
  readonly links: readonly EntityAction<Row>[]
  readonly mayDelete: (row: Row) => boolean
}

const idOf = ({ id }: RoomRow) => id.id
const all = () => true
const none: readonly never[] = []
const useNoActions = (): RoomActions<unknown> => ({ actions: none })

function useDetailsAction<Row extends RoomRow>({ opensPage = false }: Room<Row>): EntityAction<Row> | undefined {
  const navigate = useNavigate()
  return useMemo(
    () =>
      opensPage
        ? {
            id: 'details',
            label: 'ui.showDetails',
            icon: <PanelRight size={16} strokeWidth={2} aria-hidden />,
            run: ({ id }) => void navigate({ to: '.', search: (now) => ({ ...now, open: id.id }) }),
          }
        : undefined,
    [opensPage, navigate],
  )
}

export function useRoomActions<Row extends RoomRow>(room: Room<Row>): RoomParts<Row> {
  const { name, words, path, scopedPath, openLabel, nameOf, isFixed = false, deletesForGood = false } = room
  const { mayDelete: may = all, useActions = useNoActions } = room
  const calls = useRoomCalls(room)
  const { authority, userId } = useAccount()?.auth ?? {}
  const { actions, links = none, dialogs, ...others } = useActions()
  const mayDelete = useMemo(() => (row: Row) => may(row, authority, userId), [may, authority, userId])
  const remove = useMemo(
    () =>
      isFixed
        ? undefined
        : {
            run: ({ id }: Row) => calls.delete(id.id),
            texts: {
              action: `${words}.delete`,
              title: `${words}.deleteTitle`,
              text: `${words}.deleteText`,
              done: `${words}.deleted`,
            } as const,
            isTyped: deletesForGood,
            isUndoable: !deletesForGood,
            isAllowed: mayDelete,
          },
    [isFixed, calls, words, deletesForGood, mayDelete],
  )
  const openDetails = useDetailsAction(room)
  const own = useMemo(() => (openDetails ? [openDetails, ...actions] : actions), [openDetails, actions])
  const whole = useEntityActions<Row>({
    room: name,
    listPath: path,
    openLabel,
    scopedPath,
    idOf,
    nameOf,
    actions: own,
    remove,
  })
  return {
    ...whole,
    ...others,
    openDetails,
    links,
    mayDelete,
    dialogs: (
      <>
        {whole.dialogs}
        {dialogs}
      </>
    ),
  }
}
