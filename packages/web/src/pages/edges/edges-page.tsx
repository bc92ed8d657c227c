/** Edges: the list. */

import { RoomListPage } from '../../entity-room/room-pages.tsx'
import { edgeRoom } from './edge-room.tsx'

export const EdgesPage = () => <RoomListPage room={edgeRoom} />
