/** Edges: the list. */

import { useScopedRoom } from '../../assignment/list-scope.ts'
import { RoomListPage } from '../../entity-room/room-pages.tsx'
import { edgeRoom } from './edge-room.tsx'

export const EdgesPage = () => <RoomListPage room={useScopedRoom(edgeRoom)} />
